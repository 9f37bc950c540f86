# usage: mv.py list.txt (old<TAB>new paths, same directory) ; run in repo root
import sys,re,os,subprocess
pairs=dict(l.rstrip('\n').split('\t') for l in open(sys.argv[1]) if l.strip())
files=subprocess.check_output(['git','ls-files'],text=True).split()
for o,n in pairs.items():
    assert o in files,o
    assert n not in files,n
    # tests beside
roots={'#features/':'features/','#platform/':'platform/','#app/':'app/','#e2e/':'e2e/','#db/':'db/','#lab/':'lab/','#scripts/':'scripts/','#bench/':'bench/','#wms-simulator/':'wms-simulator/'}
code=[f for f in files if re.search(r'\.(ts|tsx|mjs|js)$',f)]
n=0
for f in code:
    s=open(f,encoding='utf8').read()
    def sub(m):
        global n
        q,spec=m.group(1),m.group(2)
        if spec.startswith('.'): p=os.path.normpath(os.path.join(os.path.dirname(f),spec))
        else:
            for k,v in roots.items():
                if spec.startswith(k): p=v+spec[len(k):];break
            else: return m.group(0)
        if p in pairs:
            n+=1
            return q+spec[:-len(os.path.basename(p))]+os.path.basename(pairs[p])+q
        return m.group(0)
    t=re.sub(r"(['\"`])((?:\.{1,2}/|#)[^'\"`\n]+\.(?:tsx?|mjs|js|css))\1",sub,s)
    if t!=s: open(f,'w',encoding='utf8').write(t)
for o,nw in pairs.items():
    os.makedirs(os.path.dirname(nw) or '.',exist_ok=True)
    subprocess.check_call(['git','mv',o,nw])
# plain path mentions in docs, json, comments
for f in subprocess.check_output(['git','ls-files'],text=True).split():
    if re.search(r'\.(md|json|ts|tsx|mjs|css|sql|yml)$',f) and not f.startswith('db/migrations') and f!='CHANGELOG.md' and not f.startswith('docs/decisions'):
        s=open(f,encoding='utf8').read(); t=s
        for o,nw in pairs.items():
            if o in t: t=t.replace(o,nw)
        if t!=s: open(f,'w',encoding='utf8').write(t); print('mention',f)
print('imports',n)
