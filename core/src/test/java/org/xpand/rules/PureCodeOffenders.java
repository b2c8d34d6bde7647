package org.xpand.rules;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Date;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Does everything that {@link PureCodeBan} bans, so that a test can show that it is detected. Never run. */
final class PureCodeOffenders {
    private PureCodeOffenders() {
    }

    static Object[] clocks() throws InterruptedException {
        LongSupplier reference = System::nanoTime;
        Thread.sleep(1);
        TimeUnit.SECONDS.sleep(1);
        return new Object[] {reference, System.nanoTime(), System.currentTimeMillis(), Instant.now(), LocalDate.now(),
            Clock.systemUTC(), new Date()};
    }

    static Object[] randomness() {
        return new Object[] {Math.random(), ThreadLocalRandom.current(), new SecureRandom(), UUID.randomUUID(),
            new Random(), new SplittableRandom(), RandomGenerator.getDefault()};
    }

    static Object[] mathematics() {
        DoubleUnaryOperator reference = Math::exp;
        return new Object[] {reference, Math.pow(2, 0.5), Math.log(2)};
    }

    /** What is allowed: seeded generators, a given date, exact square roots, StrictMath. */
    static Object[] allowed() {
        return new Object[] {new Random(1), new SplittableRandom(1), new Date(1), Math.sqrt(2), StrictMath.exp(1)};
    }
}
