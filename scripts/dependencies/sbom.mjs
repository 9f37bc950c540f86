// The software bill of materials in the CycloneDX format, from package-lock.json. `npm sbom` leaves
// out packages of production that others name as peers, such as pg (npm 11.19), and does not know
// what the build copied into its files.
import { shippedPackages } from './audit-report.mjs'

/**
 * The packages that users get: those of a production installation, optional ones of all platforms
 * included, and those that the build copied into its files (`bundled`, paths in the lock).
 * @param {{ name: string, version: string, packages: Record<string, any> }} lock
 * @param {readonly string[]} bundled
 */
export function buildSbom({ name, version, packages }, bundled) {
  const isBundled = new Set(bundled)
  const paths = [...shippedPackages(packages, bundled)]
  const all = paths.map((path) => componentOf(path, packages[path], isBundled.has(path)))
  const byRef = new Map(all.map((component) => [component['bom-ref'], component]))
  const root = `${name}@${version}`
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { 'bom-ref': root, type: 'application', name, version } },
    components: [...byRef.values()].sort(byReference),
  }
}

const byReference = (one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)

function componentOf(path, entry, isBundled) {
  if (!entry) throw new Error(`${path} is in the build and not in package-lock.json`)
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version, license, integrity, optional } = entry
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(integrity && { hashes: [hashOf(integrity)] }),
    ...(license && { licenses: [licenseOf(license)] }),
    ...(isBundled && { properties: [{ name: 'prizm:bundled', value: 'true' }] }),
  }
}

/** The first hash of an integrity value such as `sha512-…`. */
function hashOf(integrity) {
  const [algorithm, base64] = integrity.split(' ', 1)[0].split(/-(.*)/)
  return {
    alg: algorithm.replace('sha', 'SHA-'),
    content: Buffer.from(base64, 'base64').toString('hex'),
  }
}

/** An expression such as `(MIT OR Apache-2.0)` is no identifier of one license. */
function licenseOf(license) {
  return /\s/.test(license) ? { expression: license } : { license: { id: license } }
}
