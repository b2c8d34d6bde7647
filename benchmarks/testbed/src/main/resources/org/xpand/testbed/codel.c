/* Controlled delay (RFC 8289): whether the packet at the head of a queue is dropped. */
#include <math.h>
#include "emulator.h"

#define TARGET 5000000ull     /* ns, RFC 8289 section 4.3 */
#define INTERVAL 100000000ull /* ns, section 4.2 */
#define LONGEST_PACKET 1514

static uint64_t control_law(uint64_t from, uint32_t count) {
    return from + (uint64_t) ((double) INTERVAL / sqrt((double) count));
}

/* Whether the delay has been above the target for an interval (section 5.4, dodequeue). */
static int is_above(struct codel *codel, uint64_t waited, uint64_t backlog, uint64_t now) {
    if (waited < TARGET || backlog <= LONGEST_PACKET) {
        codel->first_above = 0;
        return 0;
    }
    if (!codel->first_above) {
        codel->first_above = now + INTERVAL;
        return 0;
    }
    return now >= codel->first_above;
}

/* Called for each packet that comes to the head of the queue; the next one follows at once if this one is dropped (section 5.5). */
int codel_drops(struct codel *codel, uint64_t waited, uint64_t backlog, uint64_t now) {
    int above = is_above(codel, waited, backlog, now);
    if (codel->dropping) {
        if (!above) {
            codel->dropping = 0;
            return 0;
        }
        if (now < codel->drop_next) {
            return 0;
        }
        codel->count++;
        codel->drop_next = control_law(codel->drop_next, codel->count);
        return 1;
    }
    if (!above) {
        return 0;
    }
    codel->dropping = 1;
    uint32_t delta = codel->count - codel->last_count;
    codel->count = delta > 1 && now - codel->drop_next < 16 * INTERVAL ? delta : 1;
    codel->drop_next = control_law(now, codel->count);
    codel->last_count = codel->count;
    return 1;
}
