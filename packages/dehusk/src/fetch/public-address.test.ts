import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

const refused =
  "0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 " +
  "172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 " +
  "224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 " +
  "64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1::1 3fff::1 5f00::1 fc00::1 fd12:3456::1 " +
  "168.63.129.16 192.80.8.124 161.26.0.10 166.8.0.1 166.11.255.255 fd00:ec2::254 100.100.100.200 fe80::1 fe80::1%eth0 fec0::1 ff02::1";

test.each(refused.split(" "))("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(
  "1.1.1.1 8.8.8.8 168.63.129.15 168.63.129.17 161.25.255.255 166.12.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 192.0.1.1 2606:4700::1111 2a00::1".split(
    " ",
  ),
)("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(["", "example.org", "2130706433", "0x7f000001", "127.1", "8.8.8.8.", " 8.8.8.8"])(
  '"%s" is not an IP address, so not public',
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);
