import re,glob
for f in sorted(glob.glob('features/**/*contract.ts',recursive=True)):
    t=open(f).read()
    for m in re.finditer(r"export const (\w+) = endpoint\('GET', '([^']+)', \{(.*?)\n\}\)", t, re.S):
        name,path,body=m.groups()
        if 'returns: z.array(' in body or re.search(r'returns: \w+s\b,',body):
            q=re.search(r'query: ([^\n]+)',body); r=re.search(r'returns: ([^\n]+)',body)
            print(f.split('/')[1], name, path, '|', q and q.group(1), '|', r.group(1))
