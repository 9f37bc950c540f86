import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { version } from '#package.json'
import { readSettings } from '#features/settings/contract.ts'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { PageContent, PageHeader } from '#platform/ui/page/PageHeader.tsx'
import { PrintSheet } from '#platform/ui/page/PrintSheet.tsx'
import { Tabs } from '#platform/ui/menu/Tabs.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { HelpFinder } from './HelpFinder.tsx'
import { QuickReference } from './QuickReference.tsx'
import { TopicView } from './TopicView.tsx'
import { type HelpSearch, readHelpSearch } from './help-search-params.ts'
import { tabsWithSettings } from '../rules.ts'
import { badges, tabs as allTabs, topicOf } from './all-topics.ts'

/** The help: five tabs of topics, all part of the bundle. */
export function HelpPage() {
  const search = readHelpSearch(useSearch({ strict: false }))
  const { hash } = useLocation()
  const navigate = useNavigate()
  // The help sends no requests: it uses the settings if another screen has loaded them.
  const { data: settings } = useRead(readSettings, { enabled: false })
  const tabs = tabsWithSettings(allTabs, settings)
  const open = search.tab ?? topicOf(hash)?.tab.id ?? allTabs[0].id
  useScrollToTopic(hash, open)
  const change = (patch: HelpSearch) =>
    void navigate({
      to: '.',
      search: (before: HelpSearch) => ({ ...before, ...patch }),
      hash: '',
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <PageHeader title="Help Center" subtitle="How to work with Prizm" />
      <PageContent>
        <div className="no-print flex flex-wrap items-start justify-between gap-3">
          <HelpFinder
            tabs={tabs}
            initialQuery={search.q ?? ''}
            onQuery={(q) => change({ q: q || undefined })}
          />
          <Button icon={Printer} className="sm:mt-6" onClick={() => window.print()}>
            Print the help
          </Button>
        </div>
        <Badges />
        <QuickReference />
        <section aria-label="Topics" className="card p-4">
          <Tabs
            label="Help"
            open={open}
            onOpen={(tab) => change({ tab })}
            tabs={tabs.map(({ id, label, topics }) => ({
              id,
              label,
              render: () => (
                <div className="grid gap-6 xl:grid-cols-2">
                  {topics.map((topic) => (
                    <TopicView key={topic.id} topic={topic} tab={id} isAnchor />
                  ))}
                </div>
              ),
            }))}
          />
        </section>
        <p className="text-caption text-muted">{`Prizm Order Management ${version}`}</p>
        <PrintSheet>
          <h1 className="text-page mb-4">Help Center</h1>
          {tabs.map(({ id, label, topics }) => (
            <section key={id} className="mb-6">
              <h2 className="text-page mb-2 border-b">{label}</h2>
              <div className="grid gap-4">
                {topics.map((topic) => (
                  <TopicView key={topic.id} topic={topic} tab={id} />
                ))}
              </div>
            </section>
          ))}
        </PrintSheet>
      </PageContent>
    </>
  )
}

function Badges() {
  return (
    <nav aria-label="Topics by badge" className="no-print">
      <ul className="flex flex-wrap gap-2">
        {badges.map(({ label, topic }) => (
          <li key={topic}>
            <Link
              to="/help"
              search={{ tab: topicOf(topic)?.tab.id }}
              hash={topic}
              className={
                'text-table inline-flex min-h-7 items-center rounded-full border border-line ' +
                'bg-surface px-3 text-ink no-underline hover:bg-hover pointer-coarse:min-h-11'
              }
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls to the topic in the address, also when its tab has just been opened. */
function useScrollToTopic(hash: string, tab: string): void {
  useEffect(() => {
    if (!hash) return
    const topic = document.getElementById(hash)
    topic?.scrollIntoView({ block: 'start' })
    topic?.focus({ preventScroll: true })
  }, [hash, tab])
}
