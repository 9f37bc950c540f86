// What the driver is given for DATABASE_URL and DATABASE_REPLICA_URL.

/** The modes that the driver takes for `verify-full`, with a warning to the operator. */
const verifyingModes = new Set(['prefer', 'require', 'verify-ca'])

/**
 * The driver's settings for an address, with the startup options of the program. Options of the
 * address are sent before these: the driver would send them instead. `sslmode=require` and its like
 * become `verify-full`, as which the driver treats them anyway, after a warning in its own terms.
 */
export function driverAddress(
  address: string,
  options = '',
): { connectionString: string; options?: string } {
  const end = address.indexOf('?')
  if (end < 0) return { connectionString: address, ...(options && { options }) }
  const parameters = new URLSearchParams(address.slice(end + 1))
  const isLibpq = parameters.get('uselibpqcompat') === 'true'
  if (verifyingModes.has(parameters.get('sslmode') ?? '') && !isLibpq) {
    parameters.set('sslmode', 'verify-full')
  }
  const all = [parameters.get('options'), options].filter(Boolean).join(' ')
  parameters.delete('options')
  const queryString = parameters.toString()
  const connectionString = queryString
    ? `${address.slice(0, end)}?${queryString}`
    : address.slice(0, end)
  return { connectionString, ...(all && { options: all }) }
}
