import { BlockList, isIP } from 'node:net'
import { invalid } from '#platform/kernel/refusal.ts'

/** An address is not written as it should be. */
const hint = 'Use addresses such as 203.0.113.7, and ranges such as 203.0.113.0/24 or 2001:db8::/32'

/** Throws 422 for a text that is no IP address and no range in CIDR notation. */
export function requireAddresses(addresses: readonly string[]): void {
  const wrong = addresses.find((text) => rangeOf(text) === undefined)
  if (wrong === undefined) return
  throw invalid([{ path: 'addresses', message: `${wrong}: ${hint}` }])
}

/**
 * True if a list is empty or contains the address. A text that is no address, which a proxy may
 * have forwarded, is in no list.
 */
export function isAllowedFrom(address: string, addresses: readonly string[]): boolean {
  if (addresses.length === 0) return true
  const list = new BlockList()
  for (const range of addresses.map(rangeOf)) {
    if (range) list.addSubnet(range.network, range.bits, range.family)
  }
  const withoutZone = address.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1]
  const plain = mapped ?? withoutZone
  const family = isIP(plain)
  return family > 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

type Range = { network: string; bits: number; family: 'ipv4' | 'ipv6' }

function rangeOf(text: string): Range | undefined {
  const [network = '', bits, ...more] = text.split('/')
  const kind = isIP(network)
  if (kind === 0 || more.length > 0 || network.includes('%')) return undefined
  const most = kind === 4 ? 32 : 128
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return undefined
  const size = bits === undefined ? most : Number(bits)
  if (size > most) return undefined
  return { network, bits: size, family: kind === 4 ? 'ipv4' : 'ipv6' }
}
