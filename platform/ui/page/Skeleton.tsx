/** A gray placeholder for loading content. Size it with classes; screen readers ignore it. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden className={`skeleton block ${className}`} />
}
