import { readFileSync } from 'node:fs'

// Summarizes the failures of a run in a few lines each, since often only the end of a log is kept.

/** The maximum number of lines of the error and of the page snapshot. */
const most = { why: 8, page: 45 }

/** The failures of a Vitest report: `file › test: first line of the error`. */
export function failedInVitest(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const lines = failed.map((test) => line(file.name, test.fullName, test.failureMessages[0]))
    const isBroken = file.status === 'failed' && failed.length === 0
    return isBroken ? [line(file.name, 'the file', file.message)] : lines
  })
}

/** The failures of a Playwright report, without tests that passed on retry. */
export function failedInPlaywright(report) {
  const outside = (report?.errors ?? []).map((error) => line('Playwright', 'run', error.message))
  return [...(report?.suites ?? []).flatMap(failedInSuite), ...outside]
}

function failedInSuite({ suites = [], specs = [] }) {
  const failed = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected')
      .map(({ results }) => {
        const result = results.find(({ error }) => error)
        const sentence = line(`${spec.file}:${spec.line}`, spec.title, result?.error.message)
        return [sentence, ...pageOf(result)].join('\n')
      }),
  )
  return [...failed, ...suites.flatMap(failedInSuite)]
}

/** The page snapshot that Playwright attached to the failure. */
function pageOf(result) {
  const { path } = result?.attachments?.find(({ name }) => name === 'error-context') ?? {}
  if (!path) return []
  try {
    const [, shown = ''] = /```yaml\n([^]*?)\n```/.exec(readFileSync(path, 'utf8')) ?? []
    const lines = shown.split('\n')
    // The header and the menu are the same on every screen.
    const start = lines.findIndex((each) => /^ *- (?:alertdialog|dialog|main)\b/.test(each))
    return lines
      .slice(Math.max(0, start))
      .slice(0, most.page)
      .map((each) => `    ${each}`)
  } catch {
    return []
  }
}

function line(where, what, why = 'no reason given') {
  const plain = why.replaceAll(/\u001B\[[\d;]*m/g, '').trim()
  const lines = plain.split('\n').filter((each) => each.trim() !== '')
  return `${where} › ${what}: ${lines.slice(0, most.why).join(' ').slice(0, 1200)}`
}
