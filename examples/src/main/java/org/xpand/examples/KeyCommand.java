package org.xpand.examples;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.xpand.core.KeyFile;
import org.xpand.examples.config.NodeSettings;
import org.xpand.protocols.keys.Authority;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.SharedKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes and shows keys. */
@Command(name = "key", mixinStandardHelpOptions = true,
        header = "Makes and shows key files for the option --key.",
        description = "A key file holds a key that all processes of all sites share, or certificates that prove the site of "
                + "a process.",
        synopsisSubcommandLabel = "new | authority | issue | show | add | use | drop")
final class KeyCommand implements Runnable {
    private static final int MAX_DAYS = 36_500;

    @Spec
    private CommandSpec spec;

    /** Refuses a call without a subcommand. */
    @Override
    public void run() {
        throw new IllegalArgumentException("accepted is: xpand key new FILE, xpand key authority FILE, xpand key issue AUTHORITY FILE "
                + "--site NAME, xpand key show FILE, xpand key add FILE OTHER, xpand key use FILE MARK, or xpand key drop FILE MARK");
    }

    @Command(name = "new", mixinStandardHelpOptions = true, description = "Writes a new random key to a file that only its owner "
            + "can read. Copy it to all computers over a channel that nobody can read.")
    void create(@Parameters(paramLabel = "FILE", description = "The new file; it must not exist.") Path file) throws IOException {
        KeyFile.create(file);
    }

    @Command(name = "authority", mixinStandardHelpOptions = true, description = "Writes a new authority, which issues certificates to "
            + "sites, and a new random key. Keep it where no process of a site can read it.")
    void authority(@Parameters(paramLabel = "FILE", description = "The new file; it must not exist.") Path file,
                   @Option(names = "--name", paramLabel = "NAME", defaultValue = "xpand", description = "A name for people "
                           + "to recognise it.") String name,
                   @Option(names = "--days", paramLabel = "N", defaultValue = "3650", description = "Days for which it is valid "
                           + "(default: 3650).") int days) throws IOException {
        Authority authority = Authority.create(name, Instant.now(), validity(days), new SecureRandom());
        KeyFile.create(file, new KeyBundle(List.of(KeyFile.newKey()), Optional.empty(), List.of(), Optional.of(authority)));
    }

    @Command(name = "issue", mixinStandardHelpOptions = true, description = "Writes the key file of a site's processes, with a "
            + "certificate for the site. Processes with such a file accept only processes with a certificate of the same authority.")
    void issue(@Parameters(paramLabel = "AUTHORITY", description = "The file of 'xpand key authority'.") Path from,
               @Parameters(paramLabel = "FILE", description = "The new file; it must not exist.") Path file,
               @Option(names = "--site", paramLabel = "NAME", required = true, description = "The site that it may speak for.") String site,
               @Option(names = "--process", paramLabel = "NAME", defaultValue = "", description = "The process that it is "
                       + "for (default: any "
                       + "of the site).") String process,
               @Option(names = "--days", paramLabel = "N", defaultValue = "365", description = "Days for which it is valid "
                       + "(default: 365).") int days) throws IOException {
        KeyBundle bundle = KeyFile.bundle(from);
        Authority authority = bundle.authority().orElseThrow(() -> new IllegalArgumentException("'" + from
                + "' holds no authority: accepted is a file that 'xpand key authority' has made"));
        NodeSettings.SITE.read(NodeSettings.SITE.option(), site);
        KeyFile.create(file, new KeyBundle(bundle.keys(), Optional.of(authority.issue(site, process, Instant.now(), validity(days),
                new SecureRandom())), List.of(authority.certificate()), Optional.empty()));
    }

    @Command(name = "add", mixinStandardHelpOptions = true, description = "Adds the shared keys of another file: what is "
            + "sealed with them is accepted from then on. The first step of a change of keys; running processes read the file again.")
    void add(@Parameters(paramLabel = "FILE", description = "A key file.") Path file,
             @Parameters(paramLabel = "OTHER", description = "The file with the new key, of 'xpand key new'.") Path other) throws IOException {
        KeyBundle bundle = KeyFile.bundle(file);
        List<SharedKey> keys = Stream.concat(bundle.keys().stream(), KeyFile.bundle(other).keys().stream()).distinct().toList();
        requireRoom(keys.size());
        KeyFile.replace(file, bundle.with(keys));
    }

    @Command(name = "use", mixinStandardHelpOptions = true, description = "Makes this shared key of the file the one to seal "
            + "with. The second step, "
            + "when all files have the key.")
    void use(@Parameters(paramLabel = "FILE", description = "A key file.") Path file,
             @Parameters(paramLabel = "MARK", description = "Which key, as 'xpand key show' prints it.") String mark) throws IOException {
        KeyBundle bundle = KeyFile.bundle(file);
        SharedKey first = marked(bundle, mark);
        KeyFile.replace(file, bundle.with(Stream.concat(Stream.of(first), bundle.keys().stream()).distinct().toList()));
    }

    @Command(name = "drop", mixinStandardHelpOptions = true, description = "Removes a shared key from the file. The last "
            + "step, when no process seals with it any more.")
    void drop(@Parameters(paramLabel = "FILE", description = "A key file.") Path file,
              @Parameters(paramLabel = "MARK", description = "Which key, as 'xpand key show' prints it.") String mark) throws IOException {
        KeyBundle bundle = KeyFile.bundle(file);
        SharedKey old = marked(bundle, mark);
        if (old.equals(bundle.keys().get(0))) {
            throw new IllegalArgumentException("key " + mark + ": it is what seals; accepted is another one, or 'xpand key "
                    + "use' with another "
                    + "one before");
        }
        KeyFile.replace(file, bundle.with(bundle.keys().stream().filter(key -> !key.equals(old)).toList()));
    }

    private static SharedKey marked(KeyBundle bundle, String mark) {
        return bundle.keys().stream().filter(key -> key.mark().equals(mark)).findFirst().orElseThrow(() -> new IllegalArgumentException(
                "key '" + mark + "': accepted are " + bundle.keys().stream().map(SharedKey::mark).toList()));
    }

    private static void requireRoom(int keys) {
        if (keys > KeyBundle.MAX_KEYS) {
            throw new IllegalArgumentException(keys + " keys: accepted are " + KeyBundle.MAX_KEYS + " in one file; 'xpand key drop' takes "
                    + "those out that nobody uses");
        }
    }

    @Command(name = "show", mixinStandardHelpOptions = true, description = "Prints what a key file holds, and nothing that is secret.")
    void show(@Parameters(paramLabel = "FILE", description = "A key file.") Path file) {
        KeyBundle bundle = KeyFile.bundle(file);
        PrintWriter out = spec.commandLine().getOut();
        bundle.keys().forEach(key -> out.println("shared key   " + key.mark()));
        bundle.identity().ifPresent(identity -> out.println("certificate  site '" + identity.site() + "'"
                + (identity.process().isEmpty() ? "" : ", process '" + identity.process() + "'") + describe(identity.certificate())));
        bundle.authority().ifPresent(authority -> out.println("authority    with its private key" + describe(authority.certificate())));
        bundle.authorities().forEach(each -> out.println("believed     " + each.getSubjectX500Principal().getName() + describe(each)));
        out.flush();
    }

    private static String describe(X509Certificate certificate) {
        return ", serial " + certificate.getSerialNumber().toString(16) + ", until " + certificate.getNotAfter().toInstant();
    }

    private static Duration validity(int days) {
        if (days < 1 || days > MAX_DAYS) {
            throw new IllegalArgumentException("--days " + days + ": accepted are 1 to " + MAX_DAYS);
        }
        return Duration.ofDays(days);
    }
}
