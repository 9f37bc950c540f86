// Gives host names the addresses that a test chooses, as the DNS server of an attacker may. Each
// lookup of a name takes its next list of addresses; the last list is repeated.

import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { isIP } from 'node:net'

const answers = JSON.parse(process.env.LAB_HOST_NAMES ?? '{}')
const realLookup = dns.lookup

dns.lookup = async (host, options) => {
  const lists = answers[host]
  if (!lists) return realLookup(host, options)
  const addresses = lists.length > 1 ? lists.shift() : lists[0]
  return addresses.map((address) => ({ address, family: isIP(address) }))
}
syncBuiltinESMExports()
