"""The characters of a board as grey pictures; written by tools/make_glyphs.py.

They are drawn with DejaVu Sans Mono, whose changes to Bitstream Vera are in the public domain.
Fonts are (c) 2003 by Bitstream, Inc. All Rights Reserved. Bitstream Vera is a trademark of
Bitstream, Inc.
"""

from __future__ import annotations

CHARACTERS = "".join(map(chr, [*range(32, 127), *range(0xC0, 0x180)])) + "─│╭╮╰╯░▮▶★…↺↻♠♣♥♦"
WIDTH, HEIGHT = 10, 20

PACKED = """
c-qZfeRLC7cE2<F{<I8Pk`intblap0*lL?UHYHeUd)hsLEK<5>H|_EvCEe1V1Z*`uXOm69R+66PYXOn$N3sE<kZiL#!PH4pHiyNm
vb16IWdte3A+hlX7z36SWAl*!p5FU35|%9E8F`-CcaDB%X5O2*bKiaMzI*R`^91mJkWO6_Itcbpc8AIoGJQS)_@q8p5RA!M4_M=C
V6H67U%*`HIKWDA7~pAB0@8RbE}V7w!IZ26u*DwH^7!v$VbRdbAoj0b0_JW!HTBZ9z3+Pgj4fxVNKFL688bhydX*m@8G38{z1K{(
L43%=*Chdd4*N1kUc9z62C(#5{5=YA<D-^NzW^&{9t3y-@X;$~9s;m-2351MD4hWK1P_GKoQyXjU2_VrSKoUI4%b7-e|$aIKJE!g
&=qs+6Mr3n4TBH%sjsUeML_Rl!)k#V3E@TJ<^+Q2EP}P0GLu<gr!0dNVTCid+2T`?sK$B$OM>n_PUpJ`8d<BR2l)J1V5g1QBCIgG
jXhwB^dkk#n}4*(1Ap=vN|^vpmwK+|>Yw(HhX8hs?t*K)lW-*qhKp2TJqY&bG#~1d6XjN-;^i!;PXVveRtzJ=bt^(GHKZ-{s1w<?
TOCH&K(%y|Du`OLOKk<sPhrWUGdjTB1N9zz0&0V<I8;R3n?G?!5h|kWlx46YtZ?QwwduCB2ZUWs*i4~8100iO)kK6J4u-+L&o}^P
)KlyU)Yo=W)eRt2k+|FNl8w|;Bi5mbs?Uk-*{_<$y1@uo9xxoG6UGgJ5tXD%CM9EJ86gr`ElDKgx8G&_48*O2T3V}<^ld$Y(2rn$
4q??ygd>JguqF{|f(Sl*aTL9Q3SR|v$t24cfsL=@;7Te2#(QS5A)D1-z@LSU9{Zop8URDfU|2mH)~+`Jc1T|bBkQlEL!D1{Z3oxs
$~JKKP%}$_JK`X)(5Y|~GhqJEcGV<YSO@e*O(f}0sSeIlkD%u7j<NbDnUmnC1z1S8JE<A?G_V0nQ`^CKQf#B=2D}W!lfth67Rzsd
v0vN+j#d;m5_CtMcoZ?67xsE!MM^y%SQzX6yrF|0Rqw$^`TXuE_#$}P5W$SD2&@@gMsGcr8rOOdAEnm2_KcsWMk+;LX?=<gy4{RQ
@ehV#u>4XO>N>C~Fn|@8$kw@SD5ezABPpZbB&X9!OGuLQFW-ZBOV@LxOLitQK&LEYiFRQx?R*J@m&H$W`f4wAOwxM|VZ}Tb&XIV|
<)oE=s=Bkc?+4*MX+hK;1F^ftv$CW2Ve$Cvkyov8ab%Z00(}gAYK;pc_ftl-w6dem%EYpR_%iJsyvE~=)Ih9hZ2PVaXf)R@!MbTQ
qqY7k@jP|zqhK0^X0Veor;Zr&1;L&~EoMHemIJ$t9oC){nmzU;DkFk0p0;@Kp&wJmMlW7-#St6{1ZOK=YYN)svHwtCO{R7nIX4Cu
1aasV{LJEXkV0~`W`Uiu48u7r0vr7cf?#g%P_Glmj(WiryZ!_MRtbVHh%h&bP!Y=lJ7pOgmBMtJ>K=#n9HHumLck1f(Tr?vOtsn|
A50{DUI;{^Xhse+j8X3beCS>5MZF_ROaOC9`P4=jSmhX=x?*SmxnfuZtLp=)E{3;#BB_=K)_AliARp1ma|yJ_V@fA|A}F`1OmpQ6
q%N)viU_U);|SD*Z%kspJ|lsKx^f;wXp>wqdoP|gV^e+}og`NpjT_hbj}YQDG0d=zQsGX50M(UEwa;lBEe$f}mdarw38C&lA2fFd
egUVu11pXDy8~6XJ=h(%VZ+Vcfte{wcfiv@024rUU5%o>;rf!G-Gi_tg7A|h!sg=$v7ZstRU<eX5zJi(LYnGooBH8(Q3}=hfcQRX
q>vY_o4FCDUa@Jq;|$m-%V0%VVRoDPwtM9*R1d<YAnFKLD}p1b9MLsWuahbietZZ6;s+E0d51{#(<6Q`r7eoSfh%r2g8)rlgpi+(
Bv%~$1s8cTuDInm<+c&{!U&Eef>HfwyEOGI+M<;k$WAm<<HvEUm-=1%+o-(_k9+}HtJfX1pj#Mm{JXf*Bm7W<ExHXG`lxnYqAAwL
>RBa(nd52fpV3C_Z&ppC!HdG48%A2rxFS^vmC{y#lkgtE>ty%To6y{>y$#jAb3JN&>oKolYN$*U9UIt9Y7gCUakNpmWE>6|hs@o+
o11S*R4lpwZ{n`Cw>%SdG@IJOwok<&ujL{f^Ps?Ys-{sLqYg1bj@Soi=Ya2Sd}mu%Sh1QdWE53DjaEa8*iTJqqX&nv>exmJEPWd4
%GQIGT@yiF*8;EyZ4anfj`d=r#|x)*khx8<m21er*^5s#k-c9<I&~8^SOd{;_9&LAK*k``=?=V2wGD@kZ8uDCY&F4@_Pi^Sjj*s-
3yZpB;x8-`!(uWlI+Kahu!s$d-DHA-0aaF3fQ`!yr9)uqf!&xwhoJ6}1Yo<_4OL-q#NhvLl3AF(Agv<P!ph=!zbNO+ET@pbV?qmy
BYI&?TJ~E`puC+??53_LZ1dX=nUDEl>*;`MpN%!Cad4vRO|T5!)B=_f)PI)G!4<^}XDoBXu3e_wehRacn9S`*&>gvJmX|eU7W-!7
Y9<QKnm6TU%4zVDrE#$GOp|0hZ%j+r6ShfMIU&g%!3=i9t{Etol`EBxuMKSn@pR=Dbko2c#G%|7tswWo9nJPY@s#v+KYXogmxia_
nMUCaC=(zS7AF+R6jT8vCaMEN|8-bbi6V8C7*|&;L|PB<oB=(<rGpXm?do{@KCqmr+(Y58kO!~%ypw|ZH{YED)>*&IzcvZbkf0&d
6Yyk#(ywJt-nDB(h;G?~%3|zVy=9^(>x1H``2-%-qwv2(1tgB`^rDA@Zn`)so}wZRegykLwOlx48fVNZfelI`GeB3SJta1)+U8xI
QtbnSv*Wei-&zv2(tdMtQYeuIr*>6n{%!`tz>E)Rs15j?G%ev`VOKh0*H|tr9ok$f38qi;^sbxqt}B)~V%G+<dbgl&sn;xn4PNo&
%wt}B=O!<{eZWiMn9LEo#&TJ?%n&mkR0{nYoe`-0Wn~m<<JtKLW|0(w64N4-hcHlicgDaGSTuU+5cM$QXTTJc@p1A8*Q6fRI%k_u
z|CS5xzj>mgTI*>x?9sF%Y3qSYNlYnX&CKealnA`Sa~K?YTHE%(HX~~s5XetYXs<LP6(-)!1dU6+-uPIvZ2YK$^R%wG)NzLk;W?=
8H~d|sl$?Rf9o@Q%<;s!g+a@nTQ*6?lp&P~n3kAu6sijf9pw5fy91Slb;zqk_nmuj6xuMWkK!dQo~jsB#Y?1tW1c;M-Jm**?W*2`
HHCvkJ=In9-AK~bhJ=h`9%ar)$j*XV2Q>)CfbGho%nn&;8h#l*RG{ZMNR`t<2jc}Lw5CDt&QBq<&<*cF9*`Yj8l^Z=R5?<XR1}nB
_p+x<n)d4q#ax4{FUiK9lR04T+(MSx9BQaLB&FSrE7G53Rm%+Vguv`8V(c#~mk$Ot>W$VsXMoSVK@I7-|Kdu+)QRn2!B<*&(pdcF
D*!)V$(2Uatg{O6qhX<bfBSX#sM}{I$g1>`DrGdV0s8LHf3AqadBadwfn(}Ag0~4yAQ*=$<b*X@LCPMXnx>~i9z5Ct2pv!%kCbPw
$V9%ph*?5co)%_{jo@j%^Eg#xYy6Tc4MQg?o;kO^!;?nn)=>rc(a6_VoaS-z^c5c(`TB|vjeK2FjyW$kO^Ui>*B__lBwHb~E+YnW
BWXEa5p~lP9XritY@os?GPkMKyL{$x3dTV`^EmnAAQu`1;~*Cr1>+zW8U^EE8RpdrLw!-WQ8JvOr66@J$f{`!GDqy1Ifl8KpXotE
^|?dBfOsH?FS*I@Y&9H1KAfwNkB5<u#}6VOTd-reP9Y!m9tcU!i^#{5E07OKW!vR6SCrRw`OwI3yL@Qmx2tm0RXOI0m?f40d2Bx(
2@O#^b#x=xhLt0_CXaQDFML)@>%9}*6Y-?@TR<;=Jy^PD@50{rA{kWg5i|!8>|at3T@^>Lb|cJhwf2vFqRJmEHaDUByn&f~)jIEZ
HLN!cCQ$o2^uv~m2RY7vz~VPZ4SzGilSY9W){#bm6Jp85BDnBTK)ds=Q^A{!sjqZX5TTD6++k~%ET3B|y$$dJ1s2xNNZoX=J@xmU
CA;L>=8BBW|LB?Ee_Tz=sDd)#=BK#L<CuE0>T4G_8WicYy@)Q)?ZP3R^HHI%jwrx|MlpS*`#eq&eWf>zV)}~9d{p4iM-|{lW8q`p
BMpKTcGto%eNfhmQmuR)tV!@mw5}yg^B)mM94f+iE#MUfX3)ANE%P7wdRO;(oMP=t_j#Nm?MiPN#o85@`KW?%kPD51aj*>YYRUxb
r7W->banZBenx4@kN(l~t>VCpF66_I_B&%$fru-*3;B3HRuQqE!Tw>si2Y;n{m93>(%P>6b43%|uI@C7v|T=PUis~+9CgKIuBdR$
1eZDC{JPSUk0zOGynRw?I@-HGn1QyGJrynw9}kh`Haka+pWQw^KI}xOn%aQ<v}%$X`S=$q$L7<U6BBygVo8s=2{mbVcCKQvrzHPl
(zFu!Fub$8Onii}NePFMq%CrvzI-r+nbVqO_^zmsq&|F@<3FXP8}ah+!KA?C!6c(2AG_vYz05hBogOU1H&|ppH4*F}IKpL}C7=0^
iG1J-{To}|tM7Wzkj!=Nt|0m3yid>c@z1|o`JdQqhoa@-<GaE>q?W&IL#H^y2RSI0JThyXj&h6pOrH;0C}*Gun9#01B%qBC7Kd|?
t}_pf4_iC`>^DfZ(_bEWRC%x!o8P9gZ600aQ7}Kq`FqY{F#vtmY*$G*4w}1ODi0sU>|LGKo^Q%Q8TiPg{MjWQYv^_0!$-yIJy85h
6$53|(4fie^zZ4$M}Gg{^DS~djY8j<$GY&VZ$&$GeZl3MYWDUG6xGe}(YqIY`%^c4NHGB9<8$yyCGe5I)}SokZ5PB7b&ONzJpZ!r
Q4nX)hmZU?18+Wx>0KW42Gir?6&mU2OH9}qpUOus^_!m`(`hfG(K@*@FH5^BNIc|$W=-RO0oBMus=x?O7`mN*_^~X%@{xMO@KrDk
XMmRGG+l6X9)wqgS;ONpihwL%W_OsFuZ^<Ul(%1lKpO@+?%JoEa^3@?n0>|LJ1-sfnF!Is^sRLCKa)&#O#fT5>bT+@=N9ZvF}tGA
_iEonio(aakR_k}GU&?#Th@6f$2W00@X<grXP<T-E>2_md>E()u}!cXk;(W#6T>)aiz7J0eD*IvKCDT6Nk<I9?JuW18lqXyhmT_K
Y`KsH9(<S)&h7DlaSV00jg(;<W&DL+d<X>C3e8v0TeO|SS8m6Qn(rfs+W2r%6MG@66M63^V<gpCMO`TSX#gMJVETM?g0d}|Nu7jB
;o~EsK{7JtXgL0Ad`yP7Jnl1~N8ngXU+<mbDUXU|7BVhy^PPjzYmG16n1CjUeF|wjJ2|LK&bRQzokuJ8(hed4zcT@~VYO>v$$_Uv
xe-Ub1BX>xTba5#t-7w*Fpj-e7~6LZ&!!yf!VCN;eb#;y%-3?}qnID14<BOR&#*atr?otM2z~3&RNah<vFe5>&$T$~((-xhakf^B
=A8TpA+&v=L2}7w8>H+h%V0%VVY=-?iEflF^-yPc?aZOC_PmDf(tq!V*WleFuuVQsM?lvAbG_fPrB=6JtFm6BzLpgS|2?*x^e)ek
TFx5CJiepXfsX*a2itq-U3E0I^HCeiE`fR>_mt-ynC&=HCV3Q_uhmH&t}x^+NaVY(njvTVjQb=@kG&HL=07;|QOrN*vIoSp_?XY+
i{+eWG<><QjgQG_Fi|j}ltUg&3QQitY2YZ2>Fo)qMINQ@`yo;fU_p!aym;b*-@{X5Rv!HKHr%1aHf)JLj{BEP!H3LZnA7|Q>)P@#
v*@RGKJw>3%CQe*;rezR*QDkw>9X*VZ@25jN50+8n~x%PyH0$V$!%UZGnoPBuFeoAJ{X~@8A%1qS$AD0KJxt!-ts8oe^_{|3!fGr
0#hwy>xo_JcZ1Q&#~ixpVWuxmOln{8-tV=DeWlZ$PWgQB{)U(Bqhxy~Oy9&QeCV{kJ%7<WCq7tQG;65y-?w(cT4%lXrpjB3Q<nXA
^J`ZpKJsm9-h33XsX6TxR<OUQ%B@AGv%hFA&7(wH>Rx6?8t;CWFKA0M=Fxw5Tn1SCNAr}a1$}AEqX>vRhOKGd@Au>;|J2e@QSMa&
_V$bq#*yCgIIO&Vh7U<=CI1E%033pacz7$ABzTI}l+FW#X9Q{iw!>`9_%@imEJLak1z;JE!VQ?Q8mxYn;RhpRGVXy{WDbHo2oHiy
)u_I<^B~#4!>Ztp7fRVE<ynF>x!!5{WdcN6V749MN-&K-NaGJu^uobub-;gABs25YOMmRO;G_LeC%=J%VH$Pa8j@5Hei!(q&|{a~
pEH==bF4#2qvZGkToFg3*XOY;i1<9<h~Q{n<24U_;}re1Rd`wymeB^2!m*&)V|_p9iaA&N%}G}n%t>1-IAg-6-){53?`ZhXFeNdw
g1#EDkNIhx-ytxhvG>v6!G+1!jXB1il*7W`-t%`r|FT(15}yF&kKueY)$7J1@xHO|d+PA<iA@M2A^CN=$NaDNKIJX(uNzJO4F4cC
jol&l9+2DR3kUF_=bI3EiI0eIi~<35^hby0D>N`YUYZD~u7sm(5Jg#TlKbcn<gR#dBp&m^0h%JHk>m7n8`1cush;+~;^*cZ
"""
"""Base 85 of zlib of two pixels a byte, character by character, row by row."""
