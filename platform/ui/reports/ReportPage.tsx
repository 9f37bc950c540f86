import { List } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import { type Day, formatDay } from '#platform/kernel/days.ts'
import type { Endpoint } from '#platform/kernel/endpoint.ts'
import type { Address } from '#platform/web/screen-address.ts'
import { useRead } from '#platform/web/api-hooks.ts'
import type { ListState } from '#platform/web/list-state.ts'
import { Button } from '../buttons/Button.tsx'
import { IconButton } from '../buttons/IconButton.tsx'
import { PrintReportButton } from './PrintReportButton.tsx'
import { DayField } from '../dates/DayField.tsx'
import { useBusinessDay } from '../dates/today.ts'
import { useDayTyping } from '../dates/use-day-typing.ts'
import { Menu } from '../menu/Menu.tsx'
import { type Tab, Tabs } from '../menu/Tabs.tsx'
import { Alert } from '../notices/Alert.tsx'
import { RefreshFailed, type Renewal } from '../notices/RefreshFailed.tsx'
import { PageContent, PageHeader } from '../page/PageHeader.tsx'
import { useMediaQuery } from '../page/use-media-query.ts'
import { usePreferences } from '../preferences/preferences.ts'
import {
  type PrintContext,
  ReportPrintContext,
  createPrintJob,
} from '../table/export/report-print-context.ts'
import type { CardRead } from '../table/RefreshButton.tsx'
import { FigureCard, type FigureCardProps } from './FigureCard.tsx'

/** An endpoint that answers with the figures of a report as of a day. */
export type SummaryEndpoint<Summary, Query = { asOf?: string | undefined }> = Endpoint & {
  query: z.ZodMiniType<unknown, Query>
  returns: z.ZodMiniType<Summary>
}
/** The figures as the page reads them. */
export type SummaryRead<Summary> = CardRead['read'] & { data: Summary | undefined }

/** A card without its day, which is that of the page. */
export type ReportCard = Omit<FigureCardProps, 'asOf'>

type ReportPageProps<Summary, Search> = {
  title: string
  subtitle: string
  endpoint: SummaryEndpoint<Summary>
  list: ListState
  /** This screen with other search parameters. */
  addressOf: (search: Search) => Address
  /** The cards; `rows` is the address of rows of this screen, as of the day of the page. */
  cardsOf: (
    summary: Summary | undefined,
    rows: (search: Search) => Address,
  ) => readonly ReportCard[]
  tabsOf: (read: SummaryRead<Summary>) => readonly Tab[]
  /** Opens a tab; undefined for the first. */
  onTab: (tab: string | undefined) => void
  /** Links beside the date. */
  tools?: ReactNode
  /** Dialogs over the page. */
  children?: ReactNode
}

/** On a phone the lists come first, and the figures below them. */
const phoneQuery = '(width < 40rem)'

/** From this width the header has room for the day, and the lists begin higher. */
const wideQuery = '(width >= 90rem)'

/** A page of reports as of a day: figures as cards, and lists as tabs, printed together. */
export function ReportPage<Summary extends { asOf: Day }, Search extends { 'f.asOf'?: unknown }>(
  props: ReportPageProps<Summary, Search>,
) {
  const { title, endpoint, list, addressOf } = props
  const asOf = list.search['f.asOf']
  const read = useRead(endpoint, { query: asOf ? { asOf } : {} })
  const [printJob] = useState(createPrintJob)
  const rows = (search: Search) => addressOf({ ...(asOf && { 'f.asOf': asOf }), ...search })
  const tabs = props.tabsOf(read)
  const openTab = (tab: string) => props.onTab(tab === tabs[0]?.id ? undefined : tab)
  const isPhone = useMediaQuery(phoneQuery)
  const isWide = useMediaQuery(wideQuery)
  const day = useReportDay(list, read.data?.asOf)
  const { density } = usePreferences()
  const isCompact = density === 'compact' && !isPhone
  const asOfDay = <AsOf day={day} tools={props.tools} paper={printJob} />
  const figures = (
    <Figures read={read} cards={props.cardsOf(read.data, rows)} isCompact={isCompact}>
      {!isWide && asOfDay}
    </Figures>
  )
  return (
    <>
      <PageHeader title={title} subtitle={props.subtitle} controls={isWide && asOfDay} />
      <PageContent>
        <PrintHeading title={title} asOf={read.data?.asOf} />
        {!isPhone && figures}
        <ReportPrintContext value={{ endpoint, read, paper: printJob }}>
          <Tabs
            label="Reports"
            tabs={tabs}
            open={list.search.tab}
            onOpen={openTab}
            tools={<ReportMenu tabs={tabs} onOpen={openTab} />}
          />
        </ReportPrintContext>
        {isPhone && figures}
        {props.children}
      </PageContent>
    </>
  )
}

type ReportMenuProps = { tabs: readonly Tab[]; onOpen: (tab: string) => void }

/** A menu of all reports: at most widths some tabs are beyond the side of the screen. */
function ReportMenu({ tabs, onOpen }: ReportMenuProps) {
  const items = tabs.map(({ id, label }) => ({ label, run: () => onOpen(id) }))
  return (
    <Menu label="All reports" items={items}>
      <IconButton icon={List} label="All reports" />
    </Menu>
  )
}

type FiguresProps = {
  read: Renewal & { data: { asOf: Day } | undefined }
  cards: readonly ReportCard[]
  /** Whether the cards leave the room to the rows of the list. */
  isCompact: boolean
  /** The day of the figures. */
  children: ReactNode
}

/** The day and the cards of a report, which scroll sideways on a phone. */
function Figures({ read, cards, isCompact, children }: FiguresProps) {
  return (
    <>
      {children}
      <RefreshFailed read={read} />
      {read.error && !read.data ? (
        <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
          {read.error.message}
        </Alert>
      ) : (
        <div
          className="grid grid-cols-2 gap-2 max-sm:flex max-sm:overflow-x-auto sm:gap-4
            sm:compact:gap-2 xl:grid-cols-4 max-sm:*:w-40 max-sm:*:shrink-0"
        >
          {cards.map((card) => (
            <FigureCard key={card.title} {...card} asOf={read.data?.asOf} isCompact={isCompact} />
          ))}
        </div>
      )}
    </>
  )
}

/**
 * The day of the page and what is typed for it. The page holds it, because the field is in another
 * place on a phone: a half-typed day survives the turn of a phone. `shown` is the day of the
 * figures, undefined while they load.
 */
function useReportDay(list: ListState, shown: Day | undefined) {
  const asOf = list.search['f.asOf']
  // The default until the figures load, so that their date does not overwrite what the user typed.
  const today = useBusinessDay()
  const change = (picked: string | undefined) =>
    list.change({ 'f.asOf': picked || undefined, page: undefined })
  const value = asOf ?? shown ?? today
  const typing = useDayTyping({ value, onPick: change })
  return { asOf, value, change, typing }
}

type AsOfProps = Pick<PrintContext, 'paper'> & {
  day: ReturnType<typeof useReportDay>
  tools: ReactNode
}

function AsOf({ day: { asOf, value, change, typing }, tools, paper }: AsOfProps) {
  return (
    <div className="no-print flex flex-wrap items-center justify-end gap-2">
      <div
        className="[&_label]:mb-0 [&>div]:flex [&>div]:flex-wrap [&>div]:items-center
          [&>div]:gap-2"
      >
        <DayField label="As of" value={value} onPick={change} typing={typing} />
      </div>
      {asOf && <Button onClick={() => change(undefined)}>Today</Button>}
      {tools}
      <div className="max-sm:hidden">
        <PrintReportButton paper={paper} />
      </div>
    </div>
  )
}

/** The printed heading: the title and the date. The list prints its own filters. */
function PrintHeading({ title, asOf }: { title: string; asOf: Day | undefined }) {
  return (
    <div className="hidden print:block">
      <p className="text-[16pt] font-semibold">{title}</p>
      {asOf && <p>{`As of ${formatDay(asOf)}`}</p>}
    </div>
  )
}
