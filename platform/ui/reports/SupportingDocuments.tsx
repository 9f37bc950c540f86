import type { Endpoint } from '#platform/kernel/endpoint.ts'
import type { RowOf } from '#platform/web/api-hooks.ts'
import type { Filter } from '../table/filters/FilterChip.tsx'
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
  Row extends DocumentRow,
  Figure extends string,
> = Omit<ReportListProps<E, Row>, 'title' | 'codeOf' | 'empty' | 'foot'> & {
  figures: Figures<Figure>
  figureNames: FigureNames<Figure>
  /** Columns that do not apply to the documents of a figure. */
  hiddenColumns?: Readonly<Record<Figure, readonly string[]>>
}

/** The documents behind a card's figure, with their sum, which equals the figure. */
export function SupportingDocuments<
  E extends Endpoint,
  Row extends DocumentRow & RowOf<E>,
  Figure extends string,
>(props: SupportingDocumentsProps<E, Row, Figure>) {
  const { figures, figureNames, hiddenColumns, ...documents } = props
  const { list, columns } = documents
  const figure = figures.find((each) => each === list.search['f.figure']) ?? figures[0]
  return (
    <ReportList<E, Row>
      {...documents}
      title={figureNames[figure]}
      columns={columns.filter(({ id }) => !hiddenColumns?.[figure].includes(id))}
      codeOf={({ number }) => number}
      empty="No documents for this figure."
    />
  )
}
