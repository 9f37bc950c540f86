import { readLogo } from '../contract.ts'

/** The address of a logo; it names the version, so that browsers may keep it. */
export function logoAddress(version: string): string {
  return `${readLogo.path}?version=${version}`
}
