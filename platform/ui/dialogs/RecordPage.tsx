import { ArrowLeft } from 'lucide-react'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../buttons/Button.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { CommentRequest } from '../keyboard/comment-key.ts'
import { recordPage } from '../keyboard/shortcuts.ts'
import { Menu, type MenuItem } from '../menu/Menu.tsx'
import { type Tab, Tabs } from '../menu/Tabs.tsx'
import { RefreshFailed } from '../notices/RefreshFailed.tsx'
import { HeaderTools } from '../page/PageHeader.tsx'
import { ListAge } from '../table/states/ListAge.tsx'
import { DetailsSkeleton } from './DetailsSkeleton.tsx'
import { type RecordDetails, useRecordCommands } from './record-details.ts'
import { RecordPageHost } from './record-page-host.ts'
import { RecordTools } from './RecordTools.tsx'

/** The maximum number of buttons beside the next step; the other actions are in the menu. */
const maxButtons = 4

/**
 * A record as a page over its hidden list: the next step as the primary button, its tabs with the
 * lines first, and beside them the overview and the timeline.
 */
export function RecordPage(props: RecordDetails) {
  const host = use(RecordPageHost)
  return host && createPortal(<Page {...props} />, host)
}

function Page(props: RecordDetails) {
  const { title, subtitle, isTitleKind = false, badge, tabs, tab, onTab, onClose } = props
  const heading = useFocusedHeading()
  const tools = use(HeaderTools)
  const parts = partsOf(tabs)
  useRecordCommands({ ...props, tabs: parts.main })
  return (
    <section data-record-page data-placement={recordPage} aria-labelledby="record-page-title">
      <header
        className={
          'no-print sticky top-0 z-20 flex min-h-14 items-center gap-3 border-b border-line ' +
          'bg-surface px-3 md:px-4 lg:px-6'
        }
      >
        {tools.before}
        <IconButton icon={ArrowLeft} label="Back to the list" onClick={onClose} />
        <div className="flex min-w-0 flex-1 items-center gap-2">
          <h1
            id="record-page-title"
            ref={heading}
            tabIndex={-1}
            className={
              'text-page numbers min-w-0 truncate max-sm:text-card max-sm:line-clamp-2 ' +
              'max-sm:leading-5 max-sm:whitespace-normal'
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
          <Steps {...props} />
          <div className="ml-auto flex items-center">
            <RecordTools {...props} />
          </div>
        </div>
        {props.renewal?.error && !props.isLoading && <RefreshFailed read={props.renewal} />}
        {props.renewal && !props.isLoading && <ListAge read={props.renewal} shown="record" />}
        {props.isLoading ? (
          <DetailsSkeleton />
        ) : (
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <div className="card min-w-0 p-4">
              <Tabs
                label="Details"
                tabs={parts.main}
                open={tab}
                onOpen={onTab}
                shortcut="recordTab"
              />
            </div>
            {parts.rail.length > 0 && (
              <aside aria-label="Summary" className="grid min-w-0 gap-4 [&_dl]:grid-cols-2!">
                {parts.rail.map((part) => (
                  <RailPart key={part.id} part={part} />
                ))}
              </aside>
            )}
          </div>
        )}
      </div>
    </section>
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

/** The overview and the timeline are beside the other tabs; without others, the overview is one. */
function partsOf(tabs: readonly Tab[]): { main: Tab[]; rail: Tab[] } {
  const isBeside = ({ id, hasComments = false }: Tab) => id === 'overview' || hasComments
  const others = tabs.filter((tab) => !isBeside(tab))
  const isLines = ({ id }: Tab) => id === 'lines'
  const main =
    others.length > 0
      ? [...others.filter(isLines), ...others.filter((tab) => !isLines(tab))]
      : tabs.filter(({ id }) => id === 'overview')
  return { main, rail: tabs.filter((tab) => isBeside(tab) && !main.includes(tab)) }
}

/** The next step and the other actions that are possible now, at most four of them as buttons. */
function Steps({ steps, actions }: RecordDetails): ReactNode {
  // The tools have Edit.
  const possible = (actions?.items ?? []).filter(
    ({ whyNot, shortcut }) => whyNot === undefined && shortcut !== 'rowEdit',
  )
  const next = steps ? undefined : possible.find(({ isNextStep }) => isNextStep)
  const others = possible.filter((item) => item !== next)
  return (
    <>
      {steps}
      {next && <StepButton item={next} kind="primary" />}
      {others.slice(0, maxButtons).map((item) => (
        <StepButton key={item.label} item={item} />
      ))}
      {actions && others.length > maxButtons && (
        <Menu label={actions.label} items={others.slice(maxButtons)}>
          {actions.button}
        </Menu>
      )}
    </>
  )
}

function StepButton({ item, kind }: { item: MenuItem; kind?: 'primary' }) {
  return (
    <Button {...(kind && { kind })} {...(item.icon && { icon: item.icon })} onClick={item.run}>
      {item.label}
    </Button>
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
