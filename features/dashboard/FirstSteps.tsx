import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { listUsers } from '#features/auth/contract.ts'
import { useMe } from '#features/auth/me.ts'
import { readSettings } from '#features/settings/contract.ts'
import { readWmsStatus } from '#features/wms-integration/contract.ts'
import { Button } from '#platform/ui/Button.tsx'
import { late } from '#platform/ui/Late.tsx'
import { recall, remember } from '#platform/ui/preferences.ts'
import { useList, useRead } from '#platform/web/api.ts'
import { readDashboardStats } from './contract.ts'

const Rules = late(async () => (await import('#features/settings/BusinessRules.tsx')).BusinessRules)
const Users = late(async () => (await import('#features/auth/UsersDialog.tsx')).UsersDialog)

const hiddenKey = 'prizm.firstSteps.hidden'

type Step = { label: string; isDone: boolean; href?: string; run?: () => void }
type Opened = 'rules' | 'users'

/** What an administrator sets up before the first order; each is ticked once it is so. */
export function FirstSteps() {
  const { data: me } = useMe()
  const [isHidden, setIsHidden] = useState(recall(hiddenKey) === true)
  const [opened, setOpened] = useState<Opened>()
  const steps = useSteps(setOpened)
  if (isHidden || !me) return null
  const close = () => setOpened(undefined)
  const hide = () => {
    remember(hiddenKey, true)
    setIsHidden(true)
  }
  return (
    <section aria-labelledby="first-steps" className="mt-3">
      <h3 id="first-steps" className="text-label text-ink">
        {`First steps, ${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`}
      </h3>
      <ul className="my-1 grid grid-cols-2 gap-x-2 leading-tight sm:gap-x-4">
        {steps.map((step) => (
          <OneStep key={step.label} {...step} />
        ))}
      </ul>
      <Button size="small" onClick={hide}>
        Hide these steps
      </Button>
      {opened === 'rules' && <Rules onClose={close} />}
      {opened === 'users' && <Users me={me} onClose={close} />}
    </section>
  )
}

function OneStep({ label, isDone, href, run }: Step) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex min-h-8 items-center gap-2">
      <Icon
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className={`shrink-0 ${isDone ? 'text-success' : 'text-muted'}`}
      />
      {href ? (
        <Link to={href}>{label}</Link>
      ) : (
        <button type="button" className="text-left text-link underline" onClick={run}>
          {label}
        </button>
      )}
      {isDone && <span className="sr-only">, done</span>}
    </li>
  )
}

/** The steps, each with whether what it asks for is there. */
function useSteps(open: (what: Opened) => void): Step[] {
  const stats = useRead(readDashboardStats).data
  const settings = useRead(readSettings).data
  const users = useList(listUsers, { query: { limit: 2 } }).data
  const wms = useRead(readWmsStatus).data
  const some = (count: number | undefined) => (count ?? 0) > 0
  return [
    {
      label: 'Company, tax and shipping',
      isDone: (settings?.companyName ?? '') !== '',
      run: () => open('rules'),
    },
    { label: 'Customers', isDone: some(stats?.totalCustomers), href: '/customers' },
    { label: 'Vendors', isDone: some(stats?.totalVendors), href: '/vendors' },
    { label: 'SKUs', isDone: some(stats?.totalSkus), href: '/skus' },
    {
      label: 'Connect the warehouse',
      isDone: typeof wms?.connection.url === 'string',
      href: '/wms-integration',
    },
    { label: 'Invite users', isDone: (users?.total ?? 0) > 1, run: () => open('users') },
  ]
}
