import json,sys
a=json.load(open(f'/tmp/lists2dump/{sys.argv[1]}.json')); b=json.load(open(f'/tmp/lists2dump/{sys.argv[2]}.json'))
def short(x): return json.dumps(x,sort_keys=False)
def diff(x,y,path=''):
    if type(x)!=type(y): print('  ',path,short(x)[:200],'=>',short(y)[:200]); return
    if isinstance(x,dict):
        for k in sorted(set(x)|set(y)):
            if k not in x: print('  +',path+'/'+k,short(y[k])[:160])
            elif k not in y: print('  -',path+'/'+k,short(x[k])[:160])
            else: diff(x[k],y[k],path+'/'+k)
    elif isinstance(x,list):
        if len(x)!=len(y): print('  len',path,len(x),len(y), short([i.get('id',i) if isinstance(i,dict) else i for i in x])[:300], short([i.get('id',i) if isinstance(i,dict) else i for i in y])[:300]); return
        for i,(p,q) in enumerate(zip(x,y)): diff(p,q,path+f'[{i}]')
    elif x!=y: print('  ',path,short(x)[:200],'=>',short(y)[:200])
same=0
for k in sorted(set(a)|set(b)):
    if k not in a: print('NEW',k, len(b[k])); continue
    if k not in b: print('GONE',k, len(a[k])); continue
    if a[k]==b[k]: same+=1; continue
    print('DIFF',k); diff(a[k],b[k])
print('same',same)
