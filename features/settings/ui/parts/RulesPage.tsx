import { Link } from '@tanstack/react-router'
import type { RulePage } from '../../rule-pages.ts'
import { TaxRates } from '../TaxRates.tsx'
import { NoticeCard } from '../NoticeCard.tsx'
import { RulesForm } from '../RulesForm.tsx'

type RulesPageProps = {
  page: RulePage
  /** The rule to focus, which a search found. */
  focused?: string | undefined
}

/** One settings page of business rules, with what belongs beside them. */
export function RulesPage({ page, focused }: RulesPageProps) {
  return (
    <div className="grid gap-4">
      <RulesForm page={page} focused={focused} />
      {page === 'general' && <NoticeCard />}
      {page === 'tax' && <TaxRates />}
      {page === 'warehouse' && (
        <p className="text-table text-muted">
          The connection, its schedule and its exchanges are under{' '}
          <Link to="/wms-integration">WMS Integration</Link>.
        </p>
      )}
    </div>
  )
}
