package org.xpand.examples.drill;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.xpand.examples.process.Signals;

/** The steps of one fault: a first one, and those that follow after a time. For one thread. */
final class Injection {
    private static final double AGAIN_SECONDS = 1;
    private static final double KILL_SECONDS = 3;
    /** How long a sender that is to leave continues while a site cannot be reached: some hundred messages are not stable then. */
    private static final double UNSTABLE_SECONDS = 0.5;
    private static final double PERCENT = 100;

    private final DrillPlan plan;
    private final Fault fault;
    private final DrillProcesses processes;
    private final DrillNetwork network;
    private final Consumer<String> say;
    private final List<Step> steps = new ArrayList<>();

    /** A step, so many seconds after the first one. */
    record Step(double afterSeconds, Action action) {
        /** The action of a step. */
        interface Action {
            void run() throws InterruptedException;
        }
    }

    Injection(DrillPlan plan, Fault fault, DrillProcesses processes, DrillNetwork network, Consumer<String> say) {
        this.plan = plan;
        this.fault = fault;
        this.processes = processes;
        this.network = network;
        this.say = say;
        prepare();
    }

    /** Returns the steps in the order of time; the last of several ends the fault if it can be ended. */
    List<Step> steps() {
        return steps;
    }

    private void prepare() {
        double lasts = plan.faultSeconds(fault);
        switch (fault.action()) {
            case KILL -> kill(0, processes.delegate(ProcessPlace.victimSite(fault)));
            case KILL_ALL -> {
                for (int site = 0; site < ProcessPlace.SITES; site++) {
                    kill(0, processes.delegate(site));
                }
            }
            case STOP -> stop(processes.delegate(ProcessPlace.victimSite(fault)));
            case HANG -> {
                DrillProcess victim = processes.delegate(ProcessPlace.victimSite(fault));
                stop(victim);
                step(lasts, victim.name() + " is resumed", () -> Signals.resume(victim.child().pid()));
            }
            case LEAVE -> leave(0, processes.delegate(ProcessPlace.victimSite(fault)));
            case LOSS -> loss(lasts);
            case CUT -> cut(lasts);
            case RESTART -> restart();
            case LEAVE_UNSTABLE -> {
                step(0, "datagrams between " + pair() + " are lost", () -> network.block(ProcessPlace.SENDER_SITE, ProcessPlace.RECEIVER_SITE, true));
                leave(UNSTABLE_SECONDS, processes.victim(ProcessPlace.SENDER_SITE, ProcessPlace::sends));
                step(lasts, "they pass again", () -> network.block(ProcessPlace.SENDER_SITE, ProcessPlace.RECEIVER_SITE, false));
            }
            case REPEATED_KILLS -> repeatedKills();
            case CHANGE_KEY -> changeKey(lasts);
            default -> step(0, fault.text(), () -> { });
        }
    }

    private void step(double afterSeconds, String text, Step.Action action) {
        steps.add(new Step(afterSeconds, () -> {
            say.accept(text);
            action.run();
        }));
    }

    private void kill(double afterSeconds, DrillProcess victim) {
        step(afterSeconds, victim.name() + " is killed", () -> victim.child().kill());
    }

    private void stop(DrillProcess victim) {
        step(0, victim.name() + " is stopped", () -> Signals.stop(victim.child().pid()));
    }

    private void leave(double afterSeconds, DrillProcess victim) {
        step(afterSeconds, victim.name() + " leaves", () -> victim.child().finish());
    }

    private void again(double afterSeconds, DrillProcess victim) {
        step(afterSeconds, victim.name() + " is started again", () -> processes.startAgain(victim.place()));
    }

    private void restart() {
        DrillProcess victim = fault.victim() == Fault.Victim.MEMBER
                ? processes.victim(ProcessPlace.victimSite(fault), place -> place.member() > 0 && place.receives())
                : processes.delegate(ProcessPlace.victimSite(fault));
        kill(0, victim);
        again(AGAIN_SECONDS, victim);
    }

    /** Each victim is then the oldest process of its site, and so the delegate. */
    private void repeatedKills() {
        int site = ProcessPlace.victimSite(fault);
        for (int i = 0; i < ProcessPlace.KILLS; i++) {
            DrillProcess victim = i == 0 ? processes.delegate(site) : processes.victim(site, place -> !place.sends());
            kill(i * KILL_SECONDS, victim);
            again(i * KILL_SECONDS + AGAIN_SECONDS, victim);
        }
    }

    /** Changes the keys as an operator would, site by site; before each step all processes have read their files again. */
    private void changeKey(double lasts) {
        for (DrillKeys.Step what : DrillKeys.Step.values()) {
            for (int i = 0; i < ProcessPlace.SITES; i++) {
                int site = i;
                double begins = lasts / 2 * what.ordinal() - (what.ordinal() == 0 ? 0 : ProcessPlace.SITES - 1);
                step(begins + i, "site " + network.site(site) + " " + what.text(), () -> processes.keys().change(site, what));
            }
        }
    }

    private void loss(double lasts) {
        double percent = plan.lossPercent(fault);
        step(0, percent + " % of all datagrams are lost", () -> network.setLoss(percent / PERCENT));
        if (lasts > 0) {
            step(lasts, "no more are lost than before", network::setUsualLoss);
        }
    }

    private void cut(double lasts) {
        int cut = ProcessPlace.victimSite(fault);
        boolean data = fault != Fault.TCP;
        boolean control = fault != Fault.UDP && fault != Fault.PAIR;
        String what = switch (fault) {
            case ONE_WAY -> "nothing that site " + network.site(cut) + " sends arrives anywhere";
            case TCP -> "no control connection with site " + network.site(cut) + " carries anything";
            case UDP -> "datagrams from and to site " + network.site(cut) + " are lost";
            case PAIR -> "datagrams between " + pair() + " are lost";
            default -> "site " + network.site(cut) + " is cut off";
        };
        step(0, what, () -> set(cut, data, control, true));
        step(lasts, "everything passes again", () -> set(cut, data, control, false));
    }

    private String pair() {
        return network.site(ProcessPlace.SENDER_SITE) + " and " + network.site(ProcessPlace.RECEIVER_SITE);
    }

    private void set(int cut, boolean data, boolean control, boolean on) {
        for (int other = 0; other < ProcessPlace.SITES; other++) {
            if (other == cut || fault == Fault.PAIR && other != ProcessPlace.SENDER_SITE) {
                continue;
            }
            if (data && fault == Fault.ONE_WAY) {
                network.blockPath(cut, other, on);
            } else if (data) {
                network.block(cut, other, on);
            }
            if (control) {
                network.holdControl(cut, other, on);
            }
        }
    }
}
