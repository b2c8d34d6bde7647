package org.xpand.alm.site;

import org.xpand.protocols.api.SiteId;

/**
 * What a site's delegate alone knows, as its process has written it ({@link SiteEvents#picture}).
 *
 * @param site  the site
 * @param name  what people call it
 * @param bytes not looked into here
 */
public record Picture(SiteId site, String name, byte[] bytes) {
}
