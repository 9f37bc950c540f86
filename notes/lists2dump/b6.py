import sys,re,glob; sys.path.insert(0,'/tmp/lists2dump')
from ed import *
P='platform/kernel/list.ts'
sub(P,('''  /**
   * The filters and parameters with a chip in the toolbar, in order; the first three are always
   * shown.
   */
  chips?: readonly (ChipsOf<F> | Text<keyof NoInfer<P>>)[]
}
''','''  /**
   * The filters and parameters with a chip in the toolbar, in order; the first three are always
   * shown.
   */
  chips?: readonly (ChipsOf<F> | Text<keyof NoInfer<P>>)[]
  /** The built-in views, in order. */
  views?: readonly View<{ fields: NoInfer<F>; parameters: NoInfer<P> }>[]
}
'''),
('''> = Omit<Declared<Name, Row, F, P>, 'defaultSort' | 'chips'> & {
  defaultSort: string
  chips: readonly string[]
''','''> = Omit<Declared<Name, Row, F, P>, 'defaultSort' | 'chips' | 'views'> & {
  defaultSort: string
  chips: readonly string[]
  views: readonly BuiltInView[]
'''),
("  return { ...declared, chips: declared.chips ?? [], query }\n","  const views = viewTextsOf(declared.views ?? [])\n  return { ...declared, chips: declared.chips ?? [], views, query }\n"),
('''/** A list of any fields. */
export type AnyList = {
  name: string
  row: z.ZodMiniType
  fields: Fields
  parameters?: Parameters
  defaultSort''','''/** What filters are declared with. */
type Filtered = { fields: Fields; parameters?: Parameters }

/** A list of any fields. */
export type AnyList = Filtered & {
  name: string
  row: z.ZodMiniType
  defaultSort'''),
("export type FilterOf<L extends AnyList> =","export type FilterOf<L extends Filtered> ="),
("type ValueOf<L extends AnyList, Name> =","type ValueOf<L extends Filtered, Name> ="),
("type Filters<L extends AnyList> = {","type Filters<L extends Filtered> = {"),
("  'name' | 'fields' | 'defaultSort' | 'chips'\n","  'name' | 'fields' | 'defaultSort' | 'chips' | 'views'\n"),
('''function filterTextsOf<L extends AnyList>(_list: L, filters: Filters<L>): Record<string, string> {
  const given''','''function filterTextsOf(filters: object): Record<string, string> {
  const given'''),
("  const texts = Object.entries(filterTextsOf(list, filters))","  const texts = Object.entries(filterTextsOf(filters))"),
("export function searchOf<L extends AnyList>(list: L, filters","export function searchOf<L extends AnyList>(_list: L, filters"),
)
cut(P,"/** The built-in views of a list. */\nexport function viewsOf","\n}\n",'''type View<L extends Filtered> = { label: string; filters: Filters<L> }

function viewTextsOf(views: readonly { label: string; filters: object }[]): BuiltInView[] {
  return views.map(({ label, filters }) => ({ label, filters: filterTextsOf(filters) }))
}

/** Views of a list that depend on the day or the user, which its declaration cannot have. */
export function viewsOf<L extends AnyList>(
  _list: L,
  views: readonly View<L>[],
): readonly BuiltInView[] {
  return viewTextsOf(views)
}
''')
moved={}
for f in sorted(glob.glob('features/*/contract.ts')):
    t=open(f).read()
    pat=re.compile(r"/\*\* The built-in views of the list\. \*/\nexport const (\w+) = viewsOf\((\w+), \[(.*?)\]\)\n\n?", re.S)
    while True:
        m=pat.search(t)
        if not m: break
        v,l,body=m.groups()
        moved[v]=l
        t=t[:m.start()]+t[m.end():]
        i=t.index(f"export const {l} = defineList({{")
        j=t.index("\n})\n",i)
        inner=body.strip('\n')
        block="\n".join("  "+x for x in inner.split("\n"))
        ins = f"\n  views: [\n{block}\n  ]," if '\n' in body else f"\n  views: [{body}],"
        t=t[:j]+ins+t[j:]
    if 'viewsOf(' not in t: t=re.sub(r"(import \{[^}]*?), viewsOf( \} from '#platform/kernel/list.ts')",r"\1\2",t)
    open(f,'w').write(t)
print(moved)
for f in glob.glob('features/**/*.tsx',recursive=True)+glob.glob('features/**/*.ts',recursive=True):
    t=open(f).read(); o=t
    for v,l in moved.items():
        if v not in t: continue
        t=t.replace('{'+v+'}','{'+l+'.views}')
        t=re.sub(r"\n  %s,"%v,"",t); t=re.sub(r", %s\b"%v,"",t)
        if re.search(r"\b%s\b"%v,t): print('left',f,v)
    if t!=o: open(f,'w').write(t)
