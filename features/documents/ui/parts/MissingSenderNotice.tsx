import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/ui/parts/current-user.ts'
import { readSettings } from '#features/settings/contract.ts'
import { hasSender } from '#features/settings/rules.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { useRead } from '#platform/web/api-hooks.ts'

/** Warns before printing if the company has no name or address, with a link to enter them. */
export function MissingSenderNotice() {
  const may = useMay()
  const { data } = useRead(readSettings)
  if (!data || hasSender(data)) return null
  const link = may('settings.manage') && <CompanyProfileLink />
  return (
    <div className="no-print">
      <Alert tone="warning" title="The document has no sender" actions={link}>
        The company name or address is missing. An administrator can enter them in the company
        profile.
      </Alert>
    </div>
  )
}

function CompanyProfileLink() {
  return (
    <Link to="/company-profile" className="text-link underline">
      Company profile
    </Link>
  )
}
