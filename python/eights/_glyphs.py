"""The characters of a board as grey pictures; written by tools/make_glyphs.py.

They are drawn with DejaVu Sans Mono, whose changes to Bitstream Vera are in the public domain.
Fonts are (c) 2003 by Bitstream, Inc. All Rights Reserved. Bitstream Vera is a trademark of
Bitstream, Inc.
"""

from __future__ import annotations

CHARACTERS = "".join(map(chr, range(32, 127))) + "─│╭╮╰╯░▮▶★…↺↻♠♣♥♦"
WIDTH, HEIGHT = 10, 20

PACKED = """
c-qZce{2)i9sl0>eExan0*H3)NN!A8S)uW1>mOyPvG>oak_o$-Iy6CQ(`jg0A-OSWY^6<1JE=cb!qHaSx<c?^TPw9ewCm_Z3H63l
*3tz-RgnTo91=nxc3he?{Q>0m{XU=55E61{l5S7(NB8dg?!9~8@ArLwodNy_?c6n?jo{E^Pgra*=Z9Cp%(QMP3PL(4gFCqvDh$K;
3@Vf!fExY+z?04t<ndmT`$!6dGhGGX(Kp(e{)a_aI<O1)-ZjfW%wX4fn(iHVM+Fd?`)Np}hTzx5^=s}6!^VNv#y)$^=E>qD56(>k
`~?mcu2j5Ntpij)jlWF*H*a#ahdEd^=P1BqfK#uUa}2=U9<{uUrTG-V2YA5^jmo$Y*A;Vkzx@7l@O~}C!aWaz=e@3&0v)>VApfQY
o3k6bt@G;m1TfvrgKU9H1>t$x%^3veM+oi=5z|FrT}EI-*x<rrp5#<Zlp|ljm7-^RsK1Y(o@q5r5DFK8b?b{m*kJY;n_!CetO?@Q
XP3(Gol_`f0_;}HUr?vN9U2P}JQ|sC_h!0rmy6)|lo-~9;7wfTq#+~qWgAicQW31Th-&JJV~}>e2O&s`w2h`ZQ`Ft^IKpP)(ph2<
X|iOML5p%Y^2F>m5WApO_NE{hm69+^3vB%$kU*G~U|mLFL)hTLV^-UeybRpl22@k1vjLrkVR;emscam)2ZcTm(N3`$=&bD~*7YIG
CvmsnEf1NedgP&#*yl%m4qIO1p{xe3^^OzNVY?v^&`3%K85w~QVkEL4NhB8b-Xoj>etXuAw))B5)*^7d2;OH9?wf;f+%W|1G(u$*
A%riEqIb~XFTh%J8pfx<{OcIFoYO#9J&(C;#=l6o2#vD$yYu?M(VUH2--f&6Re+b3J3wIPm29a0@s6D!oiA&FKo_Z53Idvsz(rl|
1QKA;z)s6cNXP?vqXv@nN#emUod{C@fX?_&GAF^22Dr$!`$-K#HnsuPxt$=K<y&aph{}LJ%e?_`r|}91z5IUg?Ll$lf`Nn|uQcZ{
cR+?!IqUnt!N~hzM;lF5E8|q5a3BF84ZC$35;`<kn_W(CT|vtAFz}m5d)M`cXVM~-Vz2DZG7Yv}M5Fl40UcIej6+o$ssaO8b&+D7
B?G!SWICGZ{U+&NPg_QkTy$wQ;=+z+$d>F*6@a>ou*|-&tK0ts+%Ep)sJ%Ks2b1hxUEB=MxsORaACF4w%C6<Z-g*eQx0S^SuMT{s
Qm$z`{UG0S)8Gs4BtN*<t3fw|-@B9C-~&V`S8Ce2-ApVm)4rSsve%eiAO&&fQTL_I7&Hf$A#dtMjMm@ahv{&i0Ot@iftQRq9Yj48
1#cRynD~*^9e52qu--J+Bzx0nj0ob`ZI*G;_lVG_;yo#e;7cL+_u##TsMi?zyLC1>ThVhiMi)oXb#q}Bar($0NqdUGx{ToX7>7V(
cyScO);8-lapZ&wl77P(1Y`+9D2h;#K$xW$fpr<7(Hu;VSw3;dXN}ko;{gfkgoGkhw`?{j2jj_}j|W;~Lc%E6@KJ98ysO@+qTS&Y
CV&buK0%Fv+t9Hq=@<Y>Iu1d09agGzeCz|ovOJLEi3tJsk(iuHU`HNPCh1p$`IyC4VSGa7;@V(}U@i!QP#M2Djpw>w0UNyXA4O<U
B;9)&yG^Ldf50S3%42XN4gUurS*atzJw$`s2_nQRkL8?G7%B}4;g&@=k%m|%(hW_S$cu136R8mnWg_#JY{*1z+<Z$WGAHNCMC3LC
xC$)uY6#;E>2rcs8DX1-@Vhj^)*b}?j|5fa2>yBmu>*n26R&nycdtuxXwLiicgP~eRE%yaG-h5=H3LZotjh>&2ph~Ev#z_BUqkc2
ZHc0dkoF+>(&iQ2Bl9|`L7BOIaDDt?DuMiymg=P`em!L@in)Q56#5aMK}Cp#=}M83m@i0_$w*084^dkPLU9CN8bPq`ZL4!nV=P*>
nc_r|lpp=pX*zeU|3K^Q*!UR~quxNmg=wMY`y0Po=AN<<i|#;0AF^*tY}NW0pDjY1C7wd>>=xSoR?BPDsVMA<IIiVSno?EJC~XHg
3vUCwL~&286T{8m5;Xh%htcA@J5@8(u-K?N*0+z$9;V~`P(621xDXQt#7yXxriH0l%O3bqQd+n0w+Ua9vnB31$q%TmPoYyrf$z4w
M!8N0VvrKC!x-m4Xa&Brrz37g%`OUx%Adrjp_%U`Rce&cjg{+-3b?v$@XFJL%&yeX)-?m{$JhfZS0Z0LG(C5I8f5M<W93Q;a1P+C
PKx*ElTF=%3hSUX{9R^b%26=LY`PC0vmC==Vw-`h5?fm^Wjrrw#R?0nwXmv7q5i@uF{~!TsxyT;4XfC&+D)M-7_k&(MVMc%D;*+J
J9Z(52|?Ay6rkShgZXjr>G1#C3|6Ke*Y2ax!p-V<FMgRXvyw^zk8sVbj;O-gyb*StL3#TVcub`P><D{~iJf8Cem-J3XJaZg2F`T6
3a;$en!z=Q_RsYpNC_nP^}-dqcZsOIRAwo$iLJ*m9l2+o%2b)vzL{SwRKb~g6SXkTMwYCMftvmXMHm+H3Z8@=3Nk0A1T-YDD|XL8
R5q^EecU>*6ZrFG+b~UoKoniMKQW8ahd`ou0{L^w9bve&W3P=_zn@3p^_d?)T&zyWQz&QwN^HafNAFzZRcZoWrN;1zl}Kv=o^fDi
Se@0Z>s3$dL2&h#?Wb~BOvZa5byBeY=KDs09oEmUyf+DuOR!PuiO5Bu_NF0Uaqrp?qeu3mu^745X}MaIwNZXZJcC!YDE!aS0P!Qc
Rm^ZOP3MRBb2OwbjNm<Lbr(K^{ETQ3m{a0e09uomOH`|1)82L^xITMRGN}IBl?p0{#Pp<4;u<rgSL4Iqt>EaJ{VuuMNZ3!GB_vjM
r7L!iQK5QZYpF{xdwPZ44UpZH^uiUpmo3`eac9fAWy#j5{Mk93D!y}rif<oLsT@<dV)q!8jVrjAv0zc?ceQH}e7!6I!DR7!1dB)}
f)d+Oln2*WwxST=aI6|#JwPW+I0ei=36D}fxHh-R?l;?%2?184810S+=KMt#=x)!KEc40qRHS0R^8&`le4hj5QPUqQRd+E$^e533
1*14$JwPu@LdeWSZb01$ti|BVgCT>h{9{}rCw=^R@>l2?gbN|1&6NuL;FMSQJ@(LTQP=*3TNEMZ$Q25vB{uXzRZ*^uQlI5_qp@%g
sAhHFe*nGE=6T&zFKL$N>o7lA;u`4lyeT{e<#E)jS{XTo&Z3rhRlWk3^t9kY!ia2s^WlnLLETv!!f~Kp$>!G~H+_a*j+1gUpN~vA
{n0`A#4N4Zu)B+L2+j1s+i(R?9N`?II#R;CGXGLBZXA1-%`#~_G|ezkYVgHNGT(D{6xcgAQ>6A)Qq-3fQ}4zM=`C*6&KKgV3bTLa
_3xFf%tm1*+5&2nQe0wJHlKcLX2D*Yy@0-5-~n9sExdYt`qx-MA~r_Qe=PV0<>&Ceoi!|sdx3zxJ=+J{(R9n>ee>-L`>>s8{0kNX
9E02N@^)}4@C5kcumBt~#sdI5;U*;93!=&hN*T`qBW!{jk+25bVMYjp00qKon1_U4fj0^pz+*|r*R`WvYA`NXg1et9C6|AiAWx;j
ys?V_k^Ty|6X9|+k3Y!c4|4Rv*LN^~Zc1j(?H9kTx^U_+R2i?JfzM;Mww5Fng|E+G1|NImQs6@d*Ef%QAT21q&p^_A^=e3VE!ILZ
_%!rjm8#fx*E#yMAHS{@mXm|!I-{cOekUsF{xxASEyY1hd-i}|=T6?+BEwf~{Aa>!YSEZ`M=<E9Gme2HkEf6R4il%COZSaDZp67C
ul@<pzYI%h{9|DLF(yQxP6Bwv|7_%!aurUW+JZ0`GhQ;f#J}GEgj(WX*POqBpDGO_cN?dV7_G)9M{v^N287eJ4~^@jM6`<j=p|kz
zxrrtA|PIICs^)=vfN^H(;sLq%b327sBnZni&Yv)iri?8UraUIe*w@P^NR
"""
"""Base 85 of zlib of two pixels a byte, character by character, row by row."""
