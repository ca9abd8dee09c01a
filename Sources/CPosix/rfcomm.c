#define _GNU_SOURCE
#include "CPosix.h"

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/rfcomm.h>
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* The kernel has the last byte first. */
static void turn(unsigned char *to, const unsigned char *from) {
    for (int i = 0; i < 6; i++) to[i] = from[5 - i];
}

static struct sockaddr_rc place(const unsigned char *address, unsigned char channel) {
    struct sockaddr_rc place = {.rc_family = AF_BLUETOOTH, .rc_channel = channel};
    if (address) turn(place.rc_bdaddr.b, address);
    return place;
}

int cposix_rfcomm_socket(void) {
    return socket(AF_BLUETOOTH, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, BTPROTO_RFCOMM);
}

int cposix_rfcomm_connect(int fd, const unsigned char *address, unsigned char channel) {
    const struct sockaddr_rc peer = place(address, channel);
    return connect(fd, (const struct sockaddr *)&peer, sizeof peer);
}

int cposix_rfcomm_bind(int fd, const unsigned char *address, unsigned char channel) {
    const struct sockaddr_rc own = place(address, channel);
    return bind(fd, (const struct sockaddr *)&own, sizeof own);
}

int cposix_rfcomm_channel(int fd) {
    struct sockaddr_rc own = {0};
    socklen_t size = sizeof own;
    return getsockname(fd, (struct sockaddr *)&own, &size) < 0 ? -1 : own.rc_channel;
}

int cposix_bluetooth_adapter(unsigned char *address) {
    _Alignas(struct hci_dev_list_req) unsigned char
        space[sizeof(struct hci_dev_list_req) + HCI_MAX_DEV * sizeof(struct hci_dev_req)] = {0};
    struct hci_dev_list_req *list = (struct hci_dev_list_req *)space;
    list->dev_num = HCI_MAX_DEV;
    const int fd = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI);
    if (fd < 0) return -1;
    int result = -1;
    if (ioctl(fd, HCIGETDEVLIST, list) == 0) {
        errno = ENODEV;
        for (int i = 0; i < list->dev_num && result < 0; i++) {
            struct hci_dev_info info = {.dev_id = list->dev_req[i].dev_id};
            if (ioctl(fd, HCIGETDEVINFO, &info) < 0 || !(info.flags & 1 << HCI_UP)) continue;
            turn(address, info.bdaddr.b);
            result = 0;
        }
    }
    const int failure = errno;
    close(fd);
    errno = failure;
    return result;
}
