// What `npm audit` reports about the packages that users get, less what was accepted.

/**
 * @typedef {{ advisory: string, package: string, reason: string, until: string }} Accepted
 * @typedef {{ advisory: string, package: string, severity: string, title: string }} Finding
 * @typedef {{ open: Finding[], accepted: Finding[] }} Judged
 * @typedef {Judged & { ended: Accepted[], tooLong: Accepted[], unused: Accepted[] }} Judgment
 */

/** For how many days at once a vulnerability may be accepted, by its severity. */
const mostDays = { critical: 7, high: 30 }
const mostDaysOfOthers = 90

/**
 * The packages of the lock that users get: those of a production installation, and those that the
 * build copies into its files. Both are paths such as `node_modules/zod`.
 * @param {Record<string, { dev?: boolean }>} locked
 * @param {readonly string[]} bundled
 * @returns {Set<string>}
 */
export function shippedPackages(locked, bundled) {
  const installed = Object.entries(locked).filter(([path, { dev }]) => path !== '' && !dev)
  return new Set([...installed.map(([path]) => path), ...bundled])
}

/**
 * Judges a report in the form of `npm audit --json`. An acceptance counts up to its last day, which
 * is at most 7 days away for a critical vulnerability, 30 for a high one and 90 for others. It is
 * unused if the report does not have its advisory.
 * @param {any} report
 * @param {ReadonlySet<string>} shipped
 * @param {readonly Accepted[]} acceptances
 * @param {string} today
 * @returns {Judgment}
 */
export function judgeAudit(report, shipped, acceptances, today) {
  const found = findingsOf(report, shipped)
  const isTooLong = (each, finding) =>
    isFor(each, finding) && each.until > lastDayOf(finding.severity, today)
  const isAccepted = (finding) =>
    acceptances.some(
      (each) => isFor(each, finding) && each.until >= today && !isTooLong(each, finding),
    )
  return {
    open: found.filter((finding) => !isAccepted(finding)),
    accepted: found.filter(isAccepted),
    ended: acceptances.filter(({ until }) => until < today),
    tooLong: acceptances.filter((each) => found.some((finding) => isTooLong(each, finding))),
    unused: acceptances.filter((each) => !found.some((finding) => isFor(each, finding))),
  }
}

function lastDayOf(severity, today) {
  const days = mostDays[severity] ?? mostDaysOfOthers
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
}

const isFor = (acceptance, finding) =>
  acceptance.advisory === finding.advisory && acceptance.package === finding.package

/** Packages that are affected only by one that they use are reported with that one. */
function findingsOf({ vulnerabilities }, shipped) {
  return Object.values(vulnerabilities)
    .filter(({ nodes }) => nodes.some((path) => shipped.has(path)))
    .flatMap(({ name, via }) =>
      via
        .filter((cause) => typeof cause === 'object')
        .map(({ url, severity, title }) => {
          const advisory = String(url).split('/').at(-1) ?? ''
          return { advisory, package: name, severity, title }
        }),
    )
}
