package org.xpand.alm.site;

import org.xpand.protocols.api.SiteId;

/**
 * What a site's delegate alone knows, as its process has written it ({@link SiteEvents#status}).
 *
 * @param site  the site
 * @param name  what people call it
 * @param bytes not looked into here
 */
public record SiteStatus(SiteId site, String name, byte[] bytes) {
}
