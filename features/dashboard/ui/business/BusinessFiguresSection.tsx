import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { FigureCard } from '#platform/ui/reports/FigureCard.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { businessCards } from './business-cards.tsx'
import { BusinessFiguresLayout } from './BusinessFiguresLayout.tsx'
import { MarginChart } from './MarginChart.tsx'
import { topFiveLists } from './top-five-lists.ts'
import { TopFiveList } from './TopFiveList.tsx'
import { readBusinessFigures } from '../../contract.ts'

/**
 * The figures of the business for its owner: orders, revenue, gross margin, cash expected, what is
 * overdue, 13 weeks, and the best customers and SKUs. Each opens its rows.
 */
export function BusinessFiguresSection() {
  const read = useRead(readBusinessFigures)
  const { data, error } = read
  return (
    <>
      {error && !data && (
        <Alert actions={<Button onClick={() => void read.refetch()}>Try again</Button>}>
          {`The figures of the business could not be loaded. ${error.sentence}`}
        </Alert>
      )}
      <BusinessFiguresLayout
        figures={businessCards(data).map((card) => (
          <FigureCard key={card.title} {...card} asOf={data?.to} />
        ))}
      >
        <MarginChart figures={data} isPending={read.isPending} />
        {topFiveLists.map(({ title, formula, rowsOf }) => (
          <TopFiveList
            key={title}
            title={title}
            formula={formula}
            asOf={data?.to}
            isPending={read.isPending}
            rows={data && rowsOf(data)}
          />
        ))}
      </BusinessFiguresLayout>
    </>
  )
}
