import { ArrowLeft } from 'lucide-react'
import { use, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../buttons/IconButton.tsx'
import { CommentRequest } from '../keyboard/comment-key.ts'
import { recordPage } from '../keyboard/shortcuts.ts'
import { Menu } from '../menu/Menu.tsx'
import { type Tab, Tabs } from '../menu/Tabs.tsx'
import { RefreshFailed } from '../notices/RefreshFailed.tsx'
import { HeaderTools } from '../page/PageHeader.tsx'
import { ListAge } from '../table/states/ListAge.tsx'
import { ActionButton } from './ActionButton.tsx'
import { DetailsSkeleton } from './DetailsSkeleton.tsx'
import { withPageLink } from './page-link.ts'
import { divideActions } from './record-actions.ts'
import { type RecordDetails, useRecordCommands } from './record-details.ts'
import { RecordPageHost } from './record-page-host.ts'
import { divideTabs } from './record-tabs.ts'
import { RecordTools } from './RecordTools.tsx'

/**
 * A record as a page over its hidden list: the next step as the primary button, its tabs with the
 * lines first, and beside them the overview and the timeline.
 */
export function RecordPage(props: RecordDetails) {
  const host = use(RecordPageHost)
  const { actions } = props
  const linked = actions && { actions: { ...actions, items: withPageLink(actions.items) } }
  return host && createPortal(<Page {...props} {...linked} />, host)
}

function Page(props: RecordDetails) {
  const { title, subtitle, isTitleKind = false, badge, tabs, tab, onTab, onClose } = props
  const heading = useFocusedHeading()
  const tools = use(HeaderTools)
  const parts = divideTabs(tabs)
  useRecordCommands({ ...props, tabs: parts.main })
  return (
    <section data-record-page data-placement={recordPage} aria-labelledby="record-page-title">
      <header
        className={
          'no-print sticky top-0 z-20 flex min-h-14 items-center gap-3 border-b border-line ' +
          'bg-surface px-3 max-sm:min-h-21 md:px-4 lg:px-6'
        }
      >
        {tools.before}
        <IconButton icon={ArrowLeft} label="Back to the list" onClick={onClose} />
        {/* On a phone the title has the whole width, and the badges are below it. */}
        <div className="flex min-w-0 flex-1 items-center gap-2 max-sm:flex-wrap max-sm:gap-y-1">
          <h1
            id="record-page-title"
            ref={heading}
            tabIndex={-1}
            className={
              'text-page numbers min-w-0 truncate max-sm:text-card max-sm:line-clamp-2 ' +
              'max-sm:basis-full max-sm:leading-5 max-sm:whitespace-normal'
            }
          >
            {isTitleKind ? subtitle : title}
            {!isTitleKind && subtitle && (
              <span className="text-body ml-2 font-normal text-muted">{subtitle}</span>
            )}
          </h1>
          {badge}
        </div>
        {tools.after}
      </header>
      <div className="flex flex-col gap-4 p-3 md:p-4 lg:p-6">
        <div className="no-print flex flex-wrap items-center gap-2">
          <Actions {...props} />
          <div className="ml-auto flex items-center">
            <RecordTools {...props} />
          </div>
        </div>
        {props.renewal?.error && !props.isLoading && <RefreshFailed read={props.renewal} />}
        {props.renewal && !props.isLoading && <ListAge read={props.renewal} shown="record" />}
        {props.isLoading ? <DetailsSkeleton /> : <Parts {...parts} tab={tab} onTab={onTab} />}
      </div>
    </section>
  )
}

type PartsProps = ReturnType<typeof divideTabs> & Pick<RecordDetails, 'tab' | 'onTab'>

/** The tabs, with the lines first, and the overview and the history beside them. */
function Parts({ main, beside, tab, onTab }: PartsProps) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="card min-w-0 p-4">
        {/* The headings inside the tabs are of the third level, as in a dialog. */}
        <h2 className="sr-only">Details</h2>
        <Tabs label="Details" tabs={main} open={tab} onOpen={onTab} shortcut="recordTab" />
      </div>
      {beside.length > 0 && (
        <aside aria-label="Summary" className="grid min-w-0 gap-4 [&_dl]:grid-cols-2!">
          {beside.map((part) => (
            <RailPart key={part.id} part={part} />
          ))}
        </aside>
      )}
    </div>
  )
}

function RailPart({ part }: { part: Tab }) {
  const id = `record-${part.id}`
  return (
    <section aria-labelledby={id} className="card min-w-0 p-4">
      <h2 id={id} className="text-card mb-3">
        {part.label}
      </h2>
      <CommentRequest value={notRequested}>{part.render()}</CommentRequest>
    </section>
  )
}

/** On a page the comment field is always there, so no key has to open its tab first. */
const notRequested = () => false

/** The next step and at most four other actions as buttons, the rest in a menu. */
function Actions({ actions }: RecordDetails) {
  const { next, buttons, menu } = divideActions(actions?.items ?? [])
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap items-center gap-2">
      {next && <ActionButton item={next} kind="primary" />}
      {buttons.map((item) => (
        <ActionButton key={item.label} item={item} />
      ))}
      {actions && menu.length > 0 && (
        <Menu label={actions.label} items={menu}>
          {actions.button}
        </Menu>
      )}
    </div>
  )
}

/**
 * Focuses the heading and shows the top of the page. When the page ends, the list has its position
 * and the focus again.
 */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = window.scrollY
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    return () => {
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      window.scrollTo(0, before)
    }
  }, [])
  return heading
}
