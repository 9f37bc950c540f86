import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makePrivateFolder } from './private-folder.ts'
import { unwritable } from './start-errors.ts'

/**
 * Takes a folder for this process by a lock file beside it that names the process and when it
 * began, so that a number reused after a crash does not count. Refuses while the holder lives, and
 * where the folder cannot be written. Answers the function that gives the folder back.
 */
export function takeFolder(folder: string): () => void {
  try {
    return lockBeside(folder)
  } catch (error) {
    throw unwritable(error, dirname(folder))
  }
}

function lockBeside(folder: string): () => void {
  const lock = `${folder}.lock`
  const mine = `${process.pid} ${startOf(process.pid)}`
  makePrivateFolder(dirname(lock))
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(lock, mine, { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const [pid = '', start = ''] = readFileSync(lock, 'utf8').split(' ')
      if (isAlive(Number(pid), start)) {
        throw new Error(`DATA_DIR is in use by process ${pid}: stop it, or choose another DATA_DIR`)
      }
      rmSync(lock, { force: true })
    }
  }
  throw new Error('DATA_DIR could not be locked')
}

function isAlive(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return start === startOf(pid)
}

/** When a process began, in clock ticks since boot (field 22 of Linux's /proc/PID/stat). */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
