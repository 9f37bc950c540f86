# usage: mv3.py list... (old<TAB>new) in the repository's root: moves files and their import paths
import sys,re,os,subprocess
pairs={}
for l in sys.argv[1:]:
    for r in open(l):
        r=r.rstrip('\n')
        if r: o,n=r.split('\t'); pairs[o]=n
files=subprocess.check_output(['git','ls-files'],text=True).split()
roots={'#features/':'features/','#platform/':'platform/','#app/':'app/','#e2e/':'e2e/','#db/':'db/','#lab/':'lab/','#wms-simulator/':'wms-simulator/'}
n=0
for f in files:
    if not re.search(r'\.(ts|tsx|mjs|js)$',f) or not os.path.exists(f): continue
    s=open(f,encoding='utf8').read()
    nf=pairs.get(f,f)
    def sub(m):
        global n
        q,spec=m.group(1),m.group(2)
        if spec.startswith('.'):
            p=os.path.normpath(os.path.join(os.path.dirname(f),spec))
            if p not in files: return m.group(0)
            np=pairs.get(p,p)
            if np==p and nf==f: return m.group(0)
            r=os.path.relpath(np,os.path.dirname(nf) or '.')
            if not r.startswith('.'): r='./'+r
            n+=1
            return q+r+q
        for k,v in roots.items():
            if spec.startswith(k):
                p=v+spec[len(k):]
                if p in pairs and pairs[p].startswith(v):
                    n+=1
                    return q+k+pairs[p][len(v):]+q
                break
        return m.group(0)
    t=re.sub(r"(['\"`])((?:\.{1,2}/|#)[^'\"`\n]+\.(?:tsx?|mjs|js|css))\1",sub,s)
    if t!=s: open(f,'w',encoding='utf8').write(t)
for o,nw in pairs.items():
    os.makedirs(os.path.dirname(nw) or '.',exist_ok=True)
    subprocess.check_call(['git','mv',o,nw])
for f in subprocess.check_output(['git','ls-files'],text=True).split():
    if re.search(r'\.(md|json|ts|tsx|mjs|css|yml)$',f) and not f.startswith('db/migrations') and f!='CHANGELOG.md' and not f.startswith('docs/decisions'):
        s=open(f,encoding='utf8').read(); t=s
        for o,nw in pairs.items():
            if o in t: t=t.replace(o,nw)
        if t!=s: open(f,'w',encoding='utf8').write(t); print('mention',f)
print('imports',n)
