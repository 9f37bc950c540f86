import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/web/api-hooks.ts'
import { readSettings } from '../../contract.ts'
import type { RulePage } from '../../rule-pages.ts'
import { MaintenanceNoticeCard } from '../MaintenanceNoticeCard.tsx'
import { RulesForm } from '../RulesForm.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'

const TaxRates = lazyPart(async () => (await import('../TaxRates.tsx')).TaxRates)

type RulesPageProps = {
  page: RulePage
  /** The rule to focus, which a search found. */
  focused?: string | undefined
}

/** One settings page of business rules, with what belongs beside them. */
export function RulesPage({ page, focused }: RulesPageProps) {
  // Renders the sections below the form only with the settings, so that the layout does not shift.
  const { data } = useRead(readSettings)
  return (
    <div className="grid gap-4">
      <RulesForm page={page} focused={focused} />
      {data && page === 'general' && <MaintenanceNoticeCard />}
      {data && page === 'tax' && <TaxRates />}
      {data && page === 'warehouse' && (
        <p className="text-table text-muted">
          The connection, its schedule and its exchanges are under{' '}
          <Link to="/wms-integration" className="underline">
            WMS Integration
          </Link>
          .
        </p>
      )}
    </div>
  )
}
