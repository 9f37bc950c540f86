import re,subprocess,sys
for it in range(6):
    out=subprocess.run('npx tsc',shell=True,capture_output=True,text=True).stdout
    errs=re.findall(r'^(\S+)\((\d+),(\d+)\): error TS(1005|1128|1109|1136|18004|1003)',out,flags=re.M)
    done=0
    for f,l,c,_ in errs:
        L=open(f).read().split('\n')
        for k in (int(l)-1,int(l)-2):
            o=L[k]
            n=re.sub(r'(?<=[{,] )(\w+) (as |\?\? |\? |&& |\|\| |=== |!== |\+ |- |\* |> |< )',r'\1: \1 \2',o)
            if n!=o: L[k]=n; done+=1; break
        open(f,'w').write('\n'.join(L))
    print(it,len(errs),done)
    if not done: break
print('\n'.join(out.split('\n')[:40]))
