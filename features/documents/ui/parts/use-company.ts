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
 * Resolves when the browser can show the logo at once, or cannot load it: printing does not wait
 * for pictures.
 */
export async function whenLogoIsLoaded(version: string): Promise<void> {
  if (version === '') return
  const picture = new Image()
  picture.src = logoAddress(version)
  await picture.decode().catch(() => undefined)
}
