import type { Endpoint } from '#platform/kernel/endpoint.ts'
import type { RowOf } from '#platform/web/api-hooks.ts'
import type { Filter } from '../table/filters/FilterChip.tsx'
import { choiceGroup } from '../table/groups/common-groups.ts'
import type { SumGroup } from '../table/groups/row-groups.ts'
import { ReportList, type ReportListProps } from './ReportList.tsx'

type DocumentRow = { id: number; number: string; kind: string }

/** The figures whose documents can be listed; the first is the default. */
type Figures<Figure> = readonly [Figure, ...Figure[]]
type FigureNames<Figure extends string> = Readonly<Record<Figure, string>>

/** The filter by the figure that the documents add up to. */
export function figureFilter<Figure extends string>(
  figures: Figures<Figure>,
  names: FigureNames<Figure>,
): Filter {
  const options = figures.map((value) => ({ value, label: names[value] }))
  return { kind: 'choice', id: 'figure', label: 'Figure', options }
}

type SupportingDocumentsProps<
  E extends Endpoint,
  S extends Endpoint,
  Row extends DocumentRow,
  Figure extends string,
> = Omit<ReportListProps<E, Row>, 'title' | 'codeOf' | 'empty' | 'foot' | 'groups'> & {
  /** The endpoint of their sums. */
  sums: S & { returns: unknown }
  figures: Figures<Figure>
  figureNames: FigureNames<Figure>
  /** Columns that do not apply to the documents of a figure. */
  hiddenColumns?: Readonly<Record<Figure, readonly string[]>>
  kindNames: Readonly<Record<string, string>>
  /** The grouping by customer or vendor. */
  byParty: SumGroup<NoInfer<Row>>
}

/** The documents behind a card's figure, with their sum, which equals the figure. */
export function SupportingDocuments<
  E extends Endpoint,
  S extends Endpoint,
  Row extends DocumentRow & RowOf<E>,
  Figure extends string,
>(props: SupportingDocumentsProps<E, S, Row, Figure>) {
  const { sums, figures, figureNames, hiddenColumns, kindNames, byParty, ...documents } = props
  const { list, columns } = documents
  const figure = figures.find((each) => each === list.search['f.figure']) ?? figures[0]
  const byKind = choiceGroup('kind', { label: 'Kind', names: kindNames })
  return (
    <ReportList<E, Row>
      {...documents}
      title={figureNames[figure]}
      columns={columns.filter(({ id }) => !hiddenColumns?.[figure].includes(id))}
      codeOf={({ number }) => number}
      groups={{ endpoint: sums, what: 'document', groups: [byKind, byParty] }}
      empty="No documents for this figure."
    />
  )
}
