import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useMay, useMe } from '#features/auth/ui/parts/current-user.ts'
import { isRulePage } from '#features/settings/rule-pages.ts'
import { FindRule } from '#features/settings/ui/parts/FindRule.tsx'
import { RulesPage } from '#features/settings/ui/parts/RulesPage.tsx'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { tabSkeletonHeight } from '#platform/ui/reports/tab-skeleton-height.ts'
import { useOpenAddress } from '#platform/web/screen-address.ts'
import { ScreenAddressLink } from '#platform/web/ScreenAddressLink.tsx'
import { useUrlList } from '#platform/web/list-state.ts'
import { settingsAddress, type SettingsPageId, settingsPagesFor } from './settings-pages.ts'

// Pages with more than rules load their code when they are opened.
const waiting = <Skeleton className={tabSkeletonHeight} />
const CompanyProfile = lazyPart(
  async () => (await import('#features/documents/ui/parts/CompanyProfile.tsx')).CompanyProfile,
  waiting,
)
const UsersWithPersonalData = lazyPart(
  async () => (await import('./UsersWithPersonalData.tsx')).UsersWithPersonalData,
  waiting,
)
const RolesTable = lazyPart(
  async () => (await import('#features/auth/ui/parts/RolesTable.tsx')).RolesTable,
  waiting,
)
const SingleSignOnForm = lazyPart(
  async () => (await import('#features/auth/ui/parts/SingleSignOnForm.tsx')).SingleSignOnForm,
  waiting,
)
const WebhooksTable = lazyPart(
  async () => (await import('#features/webhooks/ui/WebhooksTable.tsx')).WebhooksTable,
  waiting,
)
const BacktestPage = lazyPart(
  async () => (await import('#features/backtests/ui/BacktestPage.tsx')).BacktestPage,
  waiting,
)
const HistoryOfAllRecords = lazyPart(
  async () => (await import('./HistoryOfAllRecords.tsx')).HistoryOfAllRecords,
  waiting,
)
const ApiKeysAndRules = lazyPart(
  async () => (await import('./ApiKeysAndRules.tsx')).ApiKeysAndRules,
  waiting,
)
const BulkChanges = lazyPart(async () => (await import('./BulkChanges.tsx')).BulkChanges, waiting)
const ApprovalLevels = lazyPart(
  async () =>
    (await import('#features/purchase-orders/ui/parts/ApprovalLevels.tsx')).ApprovalLevels,
  waiting,
)

/** Pages whose list comes first on a phone, and the explanation of the page below it. */
const pagesWithListFirst: ReadonlySet<SettingsPageId> = new Set([
  'api',
  'users',
  'roles',
  'webhooks',
  'history',
  'bulk-changes',
])

/** The settings: a menu of pages, a search over all rules, and the chosen page. */
export function SettingsScreen() {
  const { pathname } = useLocation()
  const { search } = useUrlList()
  const pages = settingsPagesFor(useMay())
  const asked = pathname === '/company-profile' ? 'company' : (search.tab ?? 'general')
  const page = pages.find(({ id }) => id === asked)
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="How Prizm works for your company"
        record={page?.title}
      />
      <PageContent>
        <div
          className={clsx(
            'grid items-start gap-2 sm:gap-4',
            'lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-6',
          )}
        >
          <aside
            aria-label="Settings pages"
            className="relative max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-2 lg:sticky lg:top-18"
          >
            <FindRule />
            <PageList pages={pages} current={page?.id} />
            <PageChoice pages={pages} current={page?.id} />
          </aside>
          <div className="min-w-0">
            {/* On a phone the choice above already names the page. */}
            <h2 className="text-page max-sm:sr-only">{page?.title ?? 'Unknown page'}</h2>
            {page ? (
              <div className="flex flex-col gap-2 sm:gap-4">
                <p
                  className={clsx(
                    'text-table text-muted',
                    pagesWithListFirst.has(page.id) && 'max-sm:order-last',
                  )}
                >
                  {page.about}
                </p>
                <div className="min-w-0">
                  <Content id={page.id} />
                </div>
              </div>
            ) : (
              <Alert tone="info">
                There is no such settings page, or your role cannot see it. Choose one of the
                others.
              </Alert>
            )}
          </div>
        </div>
      </PageContent>
    </>
  )
}

type PagesProps = {
  pages: ReturnType<typeof settingsPagesFor>
  current: SettingsPageId | undefined
}

/** The menu of the pages beside them. */
function PageList({ pages, current }: PagesProps) {
  return (
    <nav aria-label="Settings" className="mt-2 hidden lg:block">
      <ul className="grid gap-0.5">
        {pages.map(({ id, title }) => (
          <li key={id}>
            <ScreenAddressLink
              address={settingsAddress(id)}
              aria-current={id === current ? 'page' : undefined}
              className={linkClass(id === current)}
            >
              {title}
            </ScreenAddressLink>
          </li>
        ))}
        <li>
          <Link to="/edi" search={{ tab: 'partners' }} className={linkClass(false)}>
            EDI partners
          </Link>
        </li>
      </ul>
    </nav>
  )
}

function linkClass(isCurrent: boolean): string {
  return clsx(
    'flex min-h-9 items-center rounded-control px-3 text-ink no-underline hover:bg-hover',
    isCurrent && 'bg-hover font-semibold',
  )
}

/** The same menu as a choice, on small screens. */
function PageChoice({ pages, current }: PagesProps) {
  const open = useOpenAddress()
  const navigate = useNavigate()
  const choose = (value: string) => {
    const chosen = pages.find(({ id }) => id === value)
    if (chosen) void open(settingsAddress(chosen.id))
    else void navigate({ to: '/edi', search: { tab: 'partners' } })
  }
  return (
    <select
      aria-label="Settings page"
      value={current ?? ''}
      onChange={({ target }) => choose(target.value)}
      className="control w-full sm:mt-2 lg:hidden"
    >
      {current === undefined && <option value="">Choose a page</option>}
      {pages.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
      <option value="edi">EDI partners</option>
    </select>
  )
}

function Content({ id }: { id: SettingsPageId }) {
  const { data: me } = useMe()
  const { hash } = useLocation()
  const may = useMay()
  if (id === 'company') return <CompanyProfile />
  if (id === 'users') return me ? <UsersWithPersonalData me={me} /> : null
  if (id === 'roles') return <RolesTable />
  if (id === 'single-sign-on') return <SingleSignOnForm />
  if (id === 'webhooks') return <WebhooksTable />
  if (id === 'backtest') return <BacktestPage />
  if (id === 'history') return <HistoryOfAllRecords />
  if (id === 'bulk-changes') return <BulkChanges />
  if (id === 'api') return <ApiKeysAndRules focused={hash || undefined} />
  if (!isRulePage(id)) return null
  return (
    <div className="grid grid-cols-1 gap-4">
      {(id === 'credit' || id === 'tax') && may('settings.manage') && <TestOnPastOrders />}
      <RulesPage page={id} focused={hash || undefined} />
      {id === 'purchasing' && may('purchaseOrders.read') && <ApprovalLevels />}
    </div>
  )
}

/** The link to the page that tests other rules on past orders. */
function TestOnPastOrders() {
  return (
    <p className="text-table text-muted">
      Before you change these rules:{' '}
      <ScreenAddressLink address={settingsAddress('backtest')} className="underline">
        Test on past orders
      </ScreenAddressLink>
    </p>
  )
}
