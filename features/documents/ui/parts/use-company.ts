import { useEffect } from 'react'
import { readSettings } from '#features/settings/contract.ts'
import { useRead } from '#platform/web/api.ts'
import type { Company } from '../../printed-document.ts'
import { logoAddress } from '../logo-address.ts'

/** The company of the letterhead, whose logo is loaded ahead; undefined until it is read. */
export function useCompany(): Company | undefined {
  const { data } = useRead(readSettings)
  const logo = data?.companyLogo
  useEffect(() => {
    if (logo) void whenLogoIsLoaded(logo)
  }, [logo])
  return data
}

/**
 * Resolves when the logo is loaded or has failed to load. Await it before `window.print()`, which
 * does not wait for images.
 */
export async function whenLogoIsLoaded(version: string): Promise<void> {
  if (version === '') return
  const picture = new Image()
  picture.src = logoAddress(version)
  await picture.decode().catch(() => undefined)
}
