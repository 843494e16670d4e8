#!/bin/sh
# Writes the settings of docs/operations.md, "Postfix", with the container's address, and runs Postfix in the foreground.
set -e
: "${YANSHU_HOSTNAME:?}" "${MAIL_DOMAINS:?}"
yanshu=172.31.25.10

# Engines show connections from outside under an address of the inner network: only Yanshu's own may send to other domains.
postconf -e \
  "myhostname = $YANSHU_HOSTNAME" \
  "mydestination =" \
  "mynetworks = 127.0.0.0/8 $yanshu/32" \
  "inet_interfaces = all" \
  "inet_protocols = ipv4" \
  "maillog_file = /dev/stdout" \
  "virtual_mailbox_domains = $MAIL_DOMAINS" \
  "virtual_transport = lmtp:inet:$yanshu:2424" \
  "smtpd_recipient_restrictions = permit_mynetworks, reject_unauth_destination, reject_unverified_recipient" \
  'address_verify_map = btree:$data_directory/verify_cache' \
  "unverified_recipient_reject_code = 550" \
  "message_size_limit = 157286400"
# Nothing copies the resolver's files into the folder that Debian's Postfix changes its root to.
postconf -F '*/*/chroot = n'
exec postfix start-fg
