import { gzipSync } from 'node:zlib'

/** What a page opened with an empty cache may load: JavaScript in KB of gzip, and scripts. */
export const loadLimits = {
  signInKb: 130,
  dashboardKb: 200,
  /** What a further route may load beside what the dashboard has. */
  furtherKb: 60,
  dashboardScripts: 12,
  scripts: 30,
}

/** The size of these scripts as they are sent, in KB. */
export function gzipKb(scripts: readonly (string | Buffer)[]): number {
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0) / 1024
}
