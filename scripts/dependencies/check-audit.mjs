// `npm run check:audit`: asks the registry for known vulnerabilities of what users get.
// Ends with 0 if there is none that is not accepted, with 1 if there is one, and with 2 if the
// registry did not answer, so that nothing is known. docs/security.md says what to do then.
import { existsSync, readFileSync } from 'node:fs'
import { judgeAudit, shippedPackages } from './audit-report.mjs'
import { npm } from '../children.mjs'
import { projectFolder } from '../project-folder.mjs'
import { bundledLists } from './bundled-lists.mjs'

const unknownCode = 2

process.chdir(projectFolder)
process.exitCode = await checkAudit()

async function checkAudit() {
  const report = await audit()
  if (!report?.vulnerabilities) {
    const reason = String(report?.message ?? 'no answer').split(' - ')[0]
    console.log(`Known vulnerabilities could not be checked: the registry says: ${reason}`)
    return unknownCode
  }
  const lists = bundledLists.filter((file) => existsSync(file))
  if (lists.length < bundledLists.length) {
    console.log('There is no build: packages that it would contain are not checked')
  }
  const shipped = shippedPackages(read('package-lock.json').packages, lists.flatMap(read))
  const acceptances = read('scripts/dependencies/accepted-vulnerabilities.json')
  const today = new Date().toISOString().slice(0, 10)
  const judgment = judgeAudit(report, shipped, acceptances, today)
  console.log(linesOf(judgment, shipped.size).join('\n'))
  return judgment.open.length + judgment.ended.length === 0 ? 0 : 1
}

/** The report of npm, also one that says why there is none. */
async function audit() {
  const output = []
  const args = ['audit', '--json', '--package-lock-only', '--loglevel=silent']
  await npm(args, (chunk) => output.push(chunk))
  try {
    return JSON.parse(Buffer.concat(output).toString())
  } catch {
    return undefined
  }
}

function linesOf({ open, accepted, ended, tooLong, unused }, count) {
  const text = ({ advisory, package: name, severity, title }) =>
    `${name}: ${title} (${severity}, ${advisory})`
  return [
    `${count} packages: ${open.length} known vulnerabilities, ${accepted.length} accepted`,
    ...open.map((finding) => `  ${text(finding)}`),
    ...accepted.map((finding) => `  accepted: ${text(finding)}`),
    ...ended.map(({ advisory, until }) => `  the acceptance of ${advisory} ended on ${until}`),
    ...tooLong.map(
      ({ advisory, until }) =>
        `  the acceptance of ${advisory} until ${until} is too long: 7 days if it is critical, ` +
        '30 if it is high, else 90',
    ),
    ...unused.map(({ advisory }) => `  ${advisory} is accepted and not reported any more`),
  ]
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
