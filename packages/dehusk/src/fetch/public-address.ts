import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 blocks of the special-purpose address registry (RFC 6890 and later). */
const specialIPv4 =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
  "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4";

/**
 * Public by their range, but answered inside a cloud only, with settings and credentials of the machine: Azure's
 * WireServer, Equinix Metal's metadata, IBM Cloud's service endpoints. Those of other clouds are in the blocks above.
 */
const cloudIPv4 = "168.63.129.16/32 192.80.8.124/32 161.26.0.0/16 166.8.0.0/14";

/**
 * IPv6 blocks inside global unicast that are special: protocol assignments with Teredo, documentation, 6to4. Addresses
 * that embed an IPv4 address (mapped, NAT64) are outside global unicast anyway.
 */
const specialIPv6 = "2001::/23 2001:db8::/32 2002::/16 3fff::/20";
const globalIPv6 = "2000::/3";

let lists: { readonly special: BlockList; readonly global: BlockList } | undefined;

/** Built on first use: most runs fetch nothing. */
function blockLists() {
  lists ??= {
    special: blocksOf(`${specialIPv4} ${cloudIPv4}`, "ipv4", blocksOf(specialIPv6, "ipv6")),
    global: blocksOf(globalIPv6, "ipv6"),
  };
  return lists;
}

/**
 * Whether an IP address is public: not private, loopback, link-local, shared (CGNAT), multicast or reserved, not a
 * metadata service of a cloud, and not one that embeds another address. False for anything that is not an IP address.
 *
 * @example isPublicAddress("169.254.169.254") // false
 */
export function isPublicAddress(address: string): boolean {
  const { special, global } = blockLists();
  if (isIPv4(address)) return !special.check(address, "ipv4");
  // A zone index makes sense only on a local link.
  if (!isIPv6(address) || address.includes("%")) return false;
  return global.check(address, "ipv6") && !special.check(address, "ipv6");
}

function blocksOf(text: string, family: "ipv4" | "ipv6", list = new BlockList()): BlockList {
  for (const block of text.split(" ")) {
    const [address, bits] = block.split("/") as [string, string];
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
