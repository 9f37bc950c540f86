import { lazyPart } from '#platform/ui/page/LazyPart.tsx'
import { Skeleton } from '#platform/ui/page/Skeleton.tsx'
import { BusinessFiguresLayout } from './BusinessFiguresLayout.tsx'

const figures = ['a', 'b', 'c', 'd', 'e']

/** The owner's figures. Only those who may read the books load their code. */
export const LazyBusinessFigures = lazyPart(
  async () => (await import('./BusinessFiguresSection.tsx')).BusinessFiguresSection,
  <BusinessFiguresLayout
    figures={figures.map((key) => (
      <Skeleton key={key} className="h-full rounded-card" />
    ))}
  >
    <Skeleton className="min-h-100 rounded-card md:col-span-2" />
    <Skeleton className="min-h-84 rounded-card" />
    <Skeleton className="min-h-84 rounded-card" />
  </BusinessFiguresLayout>,
)
