import { Link } from '@tanstack/react-router'
import { Signpost, X } from 'lucide-react'
import { useMe } from '#features/auth/ui/parts/current-user.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { IconButton } from '#platform/ui/buttons/IconButton.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import { DemoDataChoice } from './DemoDataChoice.tsx'
import { SetupStep } from './SetupStep.tsx'
import { type FirstSteps as Facts, hideFirstSteps, readFirstSteps } from '../contract.ts'
import { hasStarted } from './first-steps-visibility.ts'

/** The setup steps of a new business, shown to administrators until they hide the card. */
export function FirstSteps({ onTour }: { onTour: () => void }) {
  const { data: me } = useMe()
  const read = useRead(readFirstSteps)
  const hide = useWrite(hideFirstSteps, {
    refreshes: [readFirstSteps],
    success: () => ({
      title: 'First steps are hidden',
      text: 'Show them again from the user menu',
    }),
    failure: 'Failed to hide the first steps',
  })
  const { data, error } = read
  if (error && !data) {
    const retryButton = <Button onClick={() => void read.refetch()}>Try again</Button>
    return <Alert actions={retryButton}>{`Couldn't load the first steps. ${error.sentence}`}</Alert>
  }
  if (!data || !me) return null
  const done = completedSteps(data)
  const hideCard = async () => {
    const isDone = await hide.isDone({ body: { isHidden: true } })
    // The focused button disappears with the card, so the focus moves to the page heading.
    if (isDone) document.querySelector<HTMLElement>('h1')?.focus()
  }
  return (
    <section aria-labelledby="first-steps" className="card first-steps p-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id="first-steps" className="text-card">
          {`First steps, ${done.filter(Boolean).length} of ${done.length} done`}
        </h2>
        <IconButton icon={X} label="Hide these steps" onClick={() => void hideCard()} />
      </div>
      <ul className="mt-2 grid gap-x-6 gap-y-1 md:grid-cols-2 xl:grid-cols-3">
        <DemoDataChoice facts={data} />
        <SetupStep isDone={data.hasCompany}>
          <Link to="/company-profile">Company profile for documents</Link>
        </SetupStep>
        <SetupStep isDone={data.hasTaxAndShipping}>
          <Link to="/settings" search={{ tab: 'tax' }}>
            Tax and shipping rules
          </Link>
        </SetupStep>
        <SetupStep isDone={hasMasterData(data)}>
          <Imports facts={data} />
        </SetupStep>
        <SetupStep isDone={data.hasWarehouse}>
          <Link to="/wms-integration">Connect the WMS</Link>
        </SetupStep>
        <SetupStep isDone={data.hasUsers}>
          <Link to="/settings" search={{ tab: 'users' }}>
            Invite users
          </Link>
        </SetupStep>
        <li className="flex min-h-8 items-center gap-2">
          <Signpost aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
          <TextButton onClick={onTour}>Take the tour</TextButton>
        </li>
      </ul>
    </section>
  )
}

function completedSteps(facts: Facts): boolean[] {
  const { hasCompany, hasTaxAndShipping, hasWarehouse, hasUsers } = facts
  const masterData = hasMasterData(facts)
  return [hasStarted(facts), hasCompany, hasTaxAndShipping, masterData, hasWarehouse, hasUsers]
}

function hasMasterData({ hasCustomers, hasVendors, hasSkus }: Facts): boolean {
  return hasCustomers && hasVendors && hasSkus
}

function TextButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button type="button" className="min-h-6 text-left text-link hover:underline" onClick={onClick}>
      {children}
    </button>
  )
}

/** Links to the import of each kind of master data; a kind that has records is checked. */
function Imports({ facts }: { facts: Facts }) {
  const kinds = [
    ['customers', '/customers', facts.hasCustomers],
    ['vendors', '/vendors', facts.hasVendors],
    ['SKUs', '/skus', facts.hasSkus],
  ] as const
  return (
    <>
      Import{' '}
      {kinds.map(([name, path, hasRecords], index) => (
        <span key={name}>
          <Link to={path} search={{ view: 'import' }}>
            {name}
          </Link>
          {hasRecords && <span className="text-muted"> ✓</span>}
          {index < kinds.length - 1 && ', '}
        </span>
      ))}
    </>
  )
}
