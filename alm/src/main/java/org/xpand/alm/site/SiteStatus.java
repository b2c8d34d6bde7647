package org.xpand.alm.site;

import org.xpand.protocols.api.SiteId;

/**
 * The status that only a site's delegate knows, as its process has written it ({@link SiteEvents#status}).
 *
 * @param site  the site
 * @param name  its name for display
 * @param bytes the status, opaque here
 */
public record SiteStatus(SiteId site, String name, byte[] bytes) {
}
