package org.xpand.core.jmx;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The managed beans of one node in the platform's server: {@code org.xpand:type=Node,site=…,name=…,process=…}, and for each group
 * one with {@code type=Group} and {@code group=…} in addition. Beans that cannot be registered are logged and omitted. Thread-safe.
 *
 * <p>Creating the platform's server takes a tenth of a node's start. Therefore the beans are registered at once only if there is a
 * server already, for example if Java was started with a management agent; otherwise {@link #open} registers them.
 */
public final class NodeBeans implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeBeans.class);

    private final String node;
    /** Beans to be registered, by name; null once the server is used, and after the end. */
    private Map<String, Supplier<StatsBean>> waiting = new LinkedHashMap<>();
    private final Map<ObjectName, StatsBean> registered = new HashMap<>();
    private MBeanServer server;

    /**
     * Creates the beans of a node.
     *
     * @param site    name of the site
     * @param name    name of the process
     * @param process identity of the process in its site, part of the beans' names: several nodes of one name may live in one Java process
     * @throws IllegalArgumentException if a name is null
     */
    public NodeBeans(String site, String name, long process) {
        this(site, name, process, !MBeanServerFactory.findMBeanServer(null).isEmpty());
    }

    /** @param atOnce whether there is a server already */
    NodeBeans(String site, String name, long process, boolean atOnce) {
        this.node = String.format("site=%s,name=%s,process=%016x", quoted("site", site), quoted("name", name), process);
        if (atOnce) {
            open();
        }
    }

    /** Registers the waiting beans, and from now on all others at once. */
    public synchronized void open() {
        if (waiting == null) {
            return;
        }
        server = ManagementFactory.getPlatformMBeanServer();
        Map<String, Supplier<StatsBean>> now = waiting;
        waiting = null;
        now.forEach((name, bean) -> register(name, bean.get()));
    }

    /**
     * Registers the node's statistics.
     *
     * @param type       the record whose components become the bean's attributes
     * @param statistics returns the current values; called on JMX's threads, at each reading
     * @throws IllegalArgumentException if an argument is null
     */
    public void node(Class<? extends Record> type, Supplier<? extends Record> statistics) {
        present("type", type, "the class of a record");
        present("statistics", statistics, "what returns them");
        add("org.xpand:type=Node," + node, () -> new StatsBean(type, statistics));
    }

    /**
     * Registers a group's statistics.
     *
     * @param group      name of the group
     * @param type       the record whose components become the bean's attributes
     * @param statistics returns the current values; called on JMX's threads, at each reading
     * @param limitedBy  returns the current limits of the group, as records, for one attribute more
     * @throws IllegalArgumentException if an argument is null
     */
    public void group(String group, Class<? extends Record> type, Supplier<? extends Record> statistics, Supplier<?> limitedBy) {
        present("type", type, "the class of a record");
        present("statistics", statistics, "what returns them");
        present("limitedBy", limitedBy, "what returns the limits");
        add(groupName(group), () -> new StatsBean(type, statistics, Map.of("limitedBy", limitedBy)));
    }

    /**
     * Removes a group's bean.
     *
     * @param group name of the group; one that has no bean is ignored
     * @throws IllegalArgumentException if it is null
     */
    public synchronized void left(String group) {
        String name = groupName(group);
        if (waiting != null) {
            waiting.remove(name);
            return;
        }
        try {
            unregister(new ObjectName(name));
        } catch (JMException e) {
            LOG.debug("JMX: group {} was not removed: {}", group, e.toString());
        }
    }

    private String groupName(String group) {
        return "org.xpand:type=Group," + node + ",group=" + quoted("group", group);
    }

    private static String quoted(String argument, String value) {
        return ObjectName.quote(present(argument, value, "a name"));
    }

    private static <T> T present(String argument, T value, String accepted) {
        if (value == null) {
            throw new IllegalArgumentException(argument + " null: accepted is " + accepted);
        }
        return value;
    }

    private synchronized void add(String name, Supplier<StatsBean> bean) {
        if (waiting != null) {
            waiting.put(name, bean);
        } else if (server != null) {
            register(name, bean.get());
        }
    }

    private void register(String name, StatsBean bean) {
        try {
            ObjectName objectName = new ObjectName(name);
            server.registerMBean(bean, objectName);
            registered.put(objectName, bean);
        } catch (JMException e) {
            LOG.warn("JMX: {} is not registered: {}", name, e.toString());
        }
    }

    private void unregister(ObjectName name) throws JMException {
        if (registered.remove(name) != null) {
            server.unregisterMBean(name);
        }
    }

    /** Removes all beans of the node; further calls of all methods do nothing. */
    @Override
    public synchronized void close() {
        waiting = null;
        for (ObjectName name : List.copyOf(registered.keySet())) {
            try {
                unregister(name);
            } catch (JMException e) {
                LOG.debug("JMX: {} was not removed: {}", name, e.toString());
            }
        }
        server = null;
    }
}
