package org.xpand.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.Set;

/** What code that runs in virtual time must not use, by call or by method reference. */
enum PureCodeBan {
    /** Time is a parameter. */
    CLOCK(9) {
        @Override
        boolean bans(String owner, String member, int parameters) {
            return owner.equals("java.lang.System") && CLOCK_READS.contains(member)
                    || owner.equals("java.lang.Thread") && member.equals("sleep")
                    || owner.equals("java.util.concurrent.TimeUnit") && member.equals("sleep")
                    || owner.equals("java.util.Date") && member.equals("<init>") && parameters == 0
                    || owner.startsWith("java.time.") && (member.equals("now") || owner.equals("java.time.Clock"));
        }
    },
    /** Randomness comes from a seeded generator. */
    UNSEEDED_RANDOMNESS(7) {
        @Override
        boolean bans(String owner, String member, int parameters) {
            return owner.equals("java.lang.Math") && member.equals("random")
                    || owner.equals("java.util.concurrent.ThreadLocalRandom")
                    || owner.equals("java.security.SecureRandom")
                    || owner.equals("java.util.UUID") && member.equals("randomUUID")
                    || SEEDABLE.contains(owner) && member.equals("<init>") && parameters == 0
                    || owner.equals("java.util.random.RandomGenerator") && FACTORIES.contains(member);
        }
    },
    /** Results may differ between machines; those of StrictMath do not. */
    INEXACT_MATHEMATICS(3) {
        @Override
        boolean bans(String owner, String member, int parameters) {
            return owner.equals("java.lang.Math") && TRANSCENDENTALS.contains(member);
        }
    };

    private static final Set<String> CLOCK_READS = Set.of("nanoTime", "currentTimeMillis");
    private static final Set<String> SEEDABLE = Set.of("java.util.Random", "java.util.SplittableRandom");
    private static final Set<String> FACTORIES = Set.of("getDefault", "of");
    private static final Set<String> TRANSCENDENTALS = Set.of("pow", "log", "log10", "log1p", "exp", "expm1", "sin",
            "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "cbrt", "hypot");

    private final int offences;

    PureCodeBan(int offences) {
        this.offences = offences;
    }

    /** Returns how often {@link PureCodeOffenders} does it. */
    int offences() {
        return offences;
    }

    abstract boolean bans(String owner, String member, int parameters);

    DescribedPredicate<JavaAccess<?>> predicate() {
        return new DescribedPredicate<>("banned: " + this) {
            @Override
            public boolean test(JavaAccess<?> access) {
                AccessTarget target = access.getTarget();
                int parameters = target instanceof AccessTarget.CodeUnitAccessTarget code
                        ? code.getRawParameterTypes().size() : -1;
                return bans(target.getOwner().getName(), target.getName(), parameters);
            }
        };
    }
}
