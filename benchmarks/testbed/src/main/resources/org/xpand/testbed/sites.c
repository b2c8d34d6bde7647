/* Sites: a network namespace each, with one TUN device whose other end is the emulator. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include "emulator.h"

#define QUEUE_PACKETS 4000

static struct {
    char name[64];
    int device;
} sites[MAX_SITES];
static int count;

int site_count(void) {
    return count;
}

int site_device(int site) {
    return sites[site].device;
}

int find_site(const char *name) {
    for (int i = 0; i < count; i++) {
        if (!strcmp(sites[i].name, name)) {
            return i;
        }
    }
    return -1;
}

static void write_setting(const char *path, const char *value) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        if (write(file, value, strlen(value)) < 0) {
            perror(path);
        }
        close(file);
    }
}

static void address(struct ifreq *request, const char *text) {
    struct sockaddr_in *in = (struct sockaddr_in *) &request->ifr_addr;
    memset(in, 0, sizeof *in);
    in->sin_family = AF_INET;
    inet_pton(AF_INET, text, &in->sin_addr);
}

static void change(int sock, unsigned long what, struct ifreq *request) {
    if (ioctl(sock, what, request) < 0) {
        die(request->ifr_name);
    }
}

static void up(int sock, const char *name) {
    struct ifreq request = {0};
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    request.ifr_flags = IFF_UP | IFF_RUNNING | IFF_MULTICAST;
    change(sock, SIOCSIFFLAGS, &request);
}

static void configure(int site, int mtu) {
    int sock = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (sock < 0) {
        die("socket");
    }
    up(sock, "lo");
    struct ifreq request = {0};
    strcpy(request.ifr_name, "wan0");
    char text[32];
    snprintf(text, sizeof text, "10.77.%d.1", site);
    address(&request, text);
    change(sock, SIOCSIFADDR, &request);
    address(&request, "255.255.0.0");
    change(sock, SIOCSIFNETMASK, &request);
    request.ifr_mtu = mtu;
    change(sock, SIOCSIFMTU, &request);
    request.ifr_qlen = QUEUE_PACKETS;
    change(sock, SIOCSIFTXQLEN, &request);
    up(sock, "wan0");
    close(sock);
    write_setting("/proc/sys/net/ipv6/conf/all/disable_ipv6", "1");
    /* Connections of one run leave nothing to those of the next. */
    write_setting("/proc/sys/net/ipv4/tcp_no_metrics_save", "1");
}

/* Makes the namespace and leaves this process in the one it was in; answers the number of the namespace's file. */
int new_site(const char *name, int mtu) {
    if (count == MAX_SITES || strlen(name) >= sizeof sites[0].name || find_site(name) >= 0) {
        return -1;
    }
    int home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    if (home < 0 || unshare(CLONE_NEWNET) < 0) {
        die("network namespace");
    }
    int space = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    struct ifreq request = {0};
    strcpy(request.ifr_name, "wan0");
    request.ifr_flags = IFF_TUN | IFF_NO_PI;
    if (space < 0 || device < 0 || ioctl(device, TUNSETIFF, &request) < 0) {
        die("/dev/net/tun");
    }
    configure(count, mtu);
    if (setns(home, CLONE_NEWNET) < 0) {
        die("network namespace");
    }
    close(home);
    strcpy(sites[count].name, name);
    sites[count++].device = device;
    return space;
}

void deliver(int site, const unsigned char *data, int length) {
    if (write(sites[site].device, data, (size_t) length) < 0) {
        /* The device takes no more, as a network card would. */
        return;
    }
}
