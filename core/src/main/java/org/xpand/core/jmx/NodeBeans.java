package org.xpand.core.jmx;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The managed beans of one node in the platform's server: {@code org.xpand:type=Node,site=…,name=…,process=…} and, with
 * {@code type=Group} and {@code group=…} besides, one for each group. What cannot be registered is logged and does
 * without. Safe for use by several threads.
 */
public final class NodeBeans implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeBeans.class);

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String node;
    private final Map<ObjectName, StatsBean> registered = new ConcurrentHashMap<>();

    /**
     * @param site    name of the site
     * @param name    name of the process
     * @param process its incarnation: several nodes of one name may live in one Java process
     */
    public NodeBeans(String site, String name, long process) {
        this.node = String.format("site=%s,name=%s,process=%016x", ObjectName.quote(site), ObjectName.quote(name), process);
    }

    /** Registers the node's statistics. */
    public void node(Class<? extends Record> type, Supplier<? extends Record> statistics) {
        register("org.xpand:type=Node," + node, new StatsBean(type, statistics));
    }

    /**
     * Registers a group's statistics.
     *
     * @param limitedBy answers what holds the group up now, as records
     */
    public void group(String group, Class<? extends Record> type, Supplier<? extends Record> statistics, Supplier<?> limitedBy) {
        register(groupName(group), new StatsBean(type, statistics, Map.of("limitedBy", limitedBy)));
    }

    /** Removes a group. */
    public void left(String group) {
        try {
            unregister(new ObjectName(groupName(group)));
        } catch (JMException e) {
            LOG.debug("JMX: group {} was not removed: {}", group, e.getMessage());
        }
    }

    private String groupName(String group) {
        return "org.xpand:type=Group," + node + ",group=" + ObjectName.quote(group);
    }

    private void register(String name, StatsBean bean) {
        try {
            ObjectName objectName = new ObjectName(name);
            server.registerMBean(bean, objectName);
            registered.put(objectName, bean);
        } catch (JMException e) {
            LOG.warn("JMX: {} is not registered: {}", name, e.getMessage());
        }
    }

    private void unregister(ObjectName name) throws JMException {
        if (registered.remove(name) != null) {
            server.unregisterMBean(name);
        }
    }

    /** Removes everything. */
    @Override
    public void close() {
        for (ObjectName name : registered.keySet()) {
            try {
                unregister(name);
            } catch (JMException e) {
                LOG.debug("JMX: {} was not removed: {}", name, e.getMessage());
            }
        }
    }
}
